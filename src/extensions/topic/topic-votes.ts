import { surt } from "../../base/uri.js";
import type { TopicWords } from "../../page/features/words.js";
import type { FeatureRecord } from "../../page/types.js";
import type { Values as RecordValues } from "../../score/scoring/compare.js";
import { rawFlags, wordFlags } from "../../score/scoring/likeness.js";
import type { CollectionSettings, TopicProfile } from "../../score/settings/topic-types.js";
import type { Settings } from "../../score/settings/types.js";
import type { CollectionResult, MeasureResult, PreprocessingFlags } from "../../score/types.js";
import { overallStatus } from "../../score/verdict/decide.js";
import { TopicJudge, type TopicVerdict } from "./profile/judge.js";
import { digestOf } from "./profile/profile-file.js";

const TOPIC_VOTE = "topic";

/** Positions of the features by which a memento is compared with a topic. */
interface TopicPlaces {
  readonly words: number;
  readonly language: number;
  readonly signs: number;
}

/** Compares the mementos of a run with the topic of their collection. */
export class TopicVotes {
  readonly #judge: TopicJudge;
  readonly #profile: string;
  readonly #chosen: CollectionSettings;
  readonly #plan: TopicPlaces;
  readonly #flags: PreprocessingFlags;

  constructor(
    profile: TopicProfile,
    chosen: CollectionSettings,
    plan: TopicPlaces,
    settings: Settings,
  ) {
    this.#judge = new TopicJudge(profile, chosen);
    this.#profile = digestOf(profile);
    this.#chosen = chosen;
    this.#plan = plan;
    this.#flags = wordFlags(settings);
  }

  of(record: FeatureRecord, values: RecordValues): CollectionResult {
    const words = values.feature(this.#plan.words, record);
    const language = values.language(this.#plan.language, record);
    const { outcomes, topicStatus, isBeyondDoubt, vote }: TopicVerdict =
      "problem" in words
        ? { outcomes: this.#chosen.measures.map(() => words) }
        : this.#judge.judge(words.value as TopicWords, language, surt(record.capture.uriR));
    const measures = this.#chosen.measures.map(({ keyword }, at) => ({
      name: keyword,
      flags: this.#flags,
      outcome: outcomes[at]!,
    }));
    const strength = values.signsFound(record, this.#plan.signs)[0]?.strength ?? 0;
    const isSigned = isSignEnough(strength, measures);
    return { measures, topicStatus, isBeyondDoubt, isSigned, vote, profile: this.#profile };
  }
}

/**
 * Minimum strength of a sign with which the topic's vote counts if no other vote is for off-topic. The sign must be
 * strong, or weak on a page on which every score is at most `nothing`. Chosen on labelled histories:
 * bench/notes/topic.md, "Beside other votes".
 */
const ALONE = { strong: 0.75, weak: 0.4, nothing: 0.05 } as const;

/** Whether the strongest sign of a page is strong enough for a vote for off-topic, given its scores against the topic. */
export function isSignEnough(strength: number, measures: readonly MeasureResult[]): boolean {
  const showsNothing = measures.every(
    ({ name, outcome }) =>
      name === "directory" || !("value" in outcome) || outcome.value.score <= ALONE.nothing,
  );
  return strength >= (showsNothing ? ALONE.weak : ALONE.strong);
}

/**
 * Returns no vote if the topic has none. The topic does not recognise a page about another subject, even if it is the
 * right page. Therefore, if no other vote is for off-topic, the topic's vote counts only if a sign also shows that the
 * page is an error page.
 */
export function topicVote(
  collection: CollectionResult | undefined,
  others?: readonly MeasureResult[],
): MeasureResult[] {
  if (collection?.topicStatus === undefined) return [];
  const { topicStatus, isSigned } = collection;
  const isAlone = others !== undefined && overallStatus(others) !== "off-topic";
  if (topicStatus === "off-topic" && isAlone && isSigned !== true) return [];
  return [
    {
      name: TOPIC_VOTE,
      flags: rawFlags(),
      outcome: { value: { score: topicStatus === "on-topic" ? 1 : 0, topicStatus } },
    },
  ];
}
