import type { Outcome, TopicStatus } from "../../../base/types.js";
import type { TopicWords } from "../../../page/features/words.js";
import type {
  CollectionChoice,
  CollectionSettings,
  TopicVote,
} from "../../../score/settings/topic-types.js";
import type { TopicPart, TopicProfile } from "./types.js";
import type { Preprocessing } from "../../../score/settings/types.js";
import type { Score } from "../../../score/types.js";
import { directoryOfSurt, topicMeasures } from "./document.js";
import { preprocessingOf, wordsInLanguage } from "./own-words.js";
import { TopicScorer, type TopicScores } from "./scorer.js";

export interface TopicVerdict {
  /** Outcomes in the order in which the measures were chosen. */
  readonly outcomes: readonly Outcome<Score>[];
  /** Absent if no measure had a vote. */
  readonly topicStatus?: TopicStatus;
  /**
   * True if two or more measures recognise the document (the paper's "undoubtedly"). Absent if `topicStatus` is absent.
   */
  readonly isBeyondDoubt?: boolean;
  /** Absent if documents in this language are not judged. */
  readonly vote?: TopicVote;
}

/** Number of measures that must recognise a document so that its relevance is undoubted (the paper, section 1). */
const BEYOND_DOUBT = 2;

interface ReadyPart {
  readonly part: TopicPart;
  readonly scorer: TopicScorer;
}

export class TopicJudge {
  readonly #choices: readonly CollectionChoice[];
  readonly #agree: number;
  readonly #parts: readonly ReadyPart[];
  readonly #preprocessing: Preprocessing;
  readonly #tooFew: ReadonlySet<string>;
  readonly #directories: ReadonlyMap<string, string | null> | undefined;

  constructor(profile: TopicProfile, { measures, agree }: CollectionSettings) {
    this.#choices = measures;
    this.#agree = agree ?? profile.agree;
    this.#parts = profile.parts.map((part) => ({
      part,
      scorer: new TopicScorer(part),
    }));
    this.#preprocessing = preprocessingOf(profile);
    this.#tooFew = new Set(profile.tooFew);
    this.#directories =
      profile.directories === undefined ? undefined : new Map(profile.directories);
  }

  /**
   * The document is compared with the part of its language. If the language is unknown or the core has no documents in
   * it, the document is compared with all parts, with the stems of each, and the best match counts. `key` is the
   * grouping key of its TimeMap, as SURT.
   */
  judge(words: TopicWords, language: string, key: string): TopicVerdict {
    if (this.#tooFew.has(language) && this.#parts.every(({ part }) => part.language !== language)) {
      const message = `the topic profile has too few documents of language ${language}`;
      const problem = { stage: "score", message } as const;
      return {
        outcomes: this.#choices.map(({ keyword }) =>
          keyword === "directory" ? this.#directory(key) : { problem },
        ),
      };
    }
    const same = this.#parts.filter(({ part }) => part.language === language);
    const compared = (same.length > 0 ? same : this.#parts).map(({ part, scorer }) => {
      const own = wordsInLanguage(part.language, words, language, this.#preprocessing);
      return this.#compare(part, scorer.score(own), key);
    });
    const best = compared.reduce((one, other) => {
      const gain = other.recognised - one.recognised || other.vsm - one.vsm;
      return gain > 0 ? other : one;
    });
    const { recognised, counted, outcomes, thresholds } = best;
    return {
      outcomes,
      ...(counted >= this.#agree && {
        topicStatus: recognised >= this.#agree ? "on-topic" : "off-topic",
        isBeyondDoubt: recognised >= BEYOND_DOUBT,
      }),
      vote: { language: best.language, needed: this.#agree, thresholds },
    };
  }

  #compare(part: TopicPart, scores: TopicScores, key: string) {
    const { language } = part;
    const thresholds = this.#choices.map(({ keyword, threshold }) =>
      keyword === "directory" ? undefined : (threshold ?? part.thresholds[keyword]),
    );
    let [recognised, counted] = [0, 0];
    const outcomes = this.#choices.map(({ keyword }, at): Outcome<Score> => {
      if (keyword === "directory") return this.#directory(key);
      const score = scores.get(keyword);
      if (score === undefined) {
        const message = `the topic profile has no ${keyword} of language ${language}`;
        return { problem: { stage: "score", message } };
      }
      const threshold = thresholds[at];
      if (threshold === undefined) return { value: { score } };
      counted += 1;
      if (score < threshold) return { value: { score, topicStatus: "off-topic" } };
      recognised += 1;
      return { value: { score, topicStatus: "on-topic" } };
    });
    return { language, outcomes, thresholds, recognised, counted, vsm: scores.get("vsm") ?? 0 };
  }

  #directory(key: string): Outcome<Score> {
    const only = this.#directories?.get(directoryOfSurt(key));
    return { value: { score: only === undefined || only === key ? 0 : 1 } };
  }
}

export const allVoting: readonly CollectionChoice[] = topicMeasures.map((keyword) => ({ keyword }));
