import type { Outcome, TopicStatus } from "../../../base/types.js";
import type { TopicWords } from "../../../page/features/words.js";
import type {
  CollectionChoice,
  CollectionSettings,
  TopicMeasure,
  TopicPart,
  TopicProfile,
  TopicVote,
} from "../../../score/settings/topic-types.js";
import type { Preprocessing } from "../../../score/settings/types.js";
import type { Score } from "../../../score/types.js";
import { directoryOf, topicMeasures } from "./document.js";
import { preprocessingOf, wordsIn } from "./own-words.js";
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
    const candidates = (same.length > 0 ? same : this.#parts).map((ready) => {
      const compared = wordsIn(ready.part.language, words, language, this.#preprocessing);
      const scores = ready.scorer.score(compared);
      return { ...ready, scores, votes: this.#votes(ready.part, scores) };
    });
    let best = candidates[0]!;
    for (const candidate of candidates) {
      const gain =
        candidate.votes.recognised - best.votes.recognised ||
        (candidate.scores.get("vsm") ?? 0) - (best.scores.get("vsm") ?? 0);
      if (gain > 0) best = candidate;
    }
    const { recognised, counted } = best.votes;
    return {
      outcomes: this.#choices.map((choice) =>
        choice.keyword === "directory"
          ? this.#directory(key)
          : scored(choice, choice.keyword, best.part, best.scores),
      ),
      ...(counted >= this.#agree && {
        topicStatus: recognised >= this.#agree ? "on-topic" : "off-topic",
        isBeyondDoubt: recognised >= BEYOND_DOUBT,
      }),
      vote: {
        language: best.part.language,
        needed: this.#agree,
        thresholds: this.#choices.map((choice) =>
          choice.keyword === "directory"
            ? undefined
            : thresholdOf(choice, choice.keyword, best.part),
        ),
      },
    };
  }

  #votes(
    part: TopicPart,
    scores: TopicScores,
  ): { readonly recognised: number; readonly counted: number } {
    let recognised = 0;
    let counted = 0;
    for (const choice of this.#choices) {
      if (choice.keyword === "directory") continue;
      const score = scores.get(choice.keyword);
      const threshold = thresholdOf(choice, choice.keyword, part);
      if (score === undefined || threshold === undefined) continue;
      counted += 1;
      if (score >= threshold) recognised += 1;
    }
    return { recognised, counted };
  }

  #directory(key: string): Outcome<Score> {
    const only = this.#directories?.get(directoryOf(key));
    return { value: { score: only === undefined || only === key ? 0 : 1 } };
  }
}

const thresholdOf = (
  choice: CollectionChoice,
  measure: TopicMeasure,
  part: TopicPart,
): number | undefined => choice.threshold ?? part.thresholds[measure];

function scored(
  choice: CollectionChoice,
  measure: TopicMeasure,
  part: TopicPart,
  scores: TopicScores,
): Outcome<Score> {
  const score = scores.get(measure);
  if (score === undefined) {
    const message = `the topic profile has no ${measure} of language ${part.language}`;
    return { problem: { stage: "score", message } };
  }
  const threshold = thresholdOf(choice, measure, part);
  if (threshold === undefined) return { value: { score } };
  return { value: { score, topicStatus: score >= threshold ? "on-topic" : "off-topic" } };
}

export const allVoting: readonly CollectionChoice[] = topicMeasures.map((keyword) => ({ keyword }));
