import { surt } from "../../base/uri.js";
import type { TopicWords } from "../../page/features/words.js";
import { TopicJudge, type TopicVerdict } from "../topic/judge.js";
import { digestOf } from "../topic/profile-file.js";
import type { Outcome } from "../../base/types.js";
import type { FeatureRecord, Sign } from "../../page/types.js";
import type { CollectionSettings, TopicProfile } from "../topic/types.js";
import type { Settings } from "../settings/types.js";
import type { CollectionResult, MeasureResult, PreprocessingFlags } from "../types.js";
import type { Values } from "../scoring/compare.js";
import { overallStatus, SIGNS_VOTE } from "./decide.js";
import { rawFlags, wordFlags } from "../scoring/likeness.js";
import type { TopicPlan } from "../settings/plan.js";

/**
 * Returns the vote of a memento's signs, which is off-topic if the strongest sign is at least `threshold`. There is no
 * vote if the signs could not be read.
 */
export function signsVote(signs: Outcome<readonly Sign[]>, threshold: number): MeasureResult {
  const facts = { name: SIGNS_VOTE, flags: rawFlags() };
  if ("problem" in signs) return { ...facts, outcome: signs };
  const score = signs.value[0]?.strength ?? 0;
  const topicStatus = score >= threshold ? "off-topic" : "on-topic";
  return { ...facts, outcome: { value: { score, topicStatus } } };
}

const TOPIC_VOTE = "topic";

/** Compares the mementos of a run with the topic of their collection. */
export class TopicVotes {
  readonly #judge: TopicJudge;
  readonly #profile: string;
  readonly #chosen: CollectionSettings;
  readonly #plan: TopicPlan;
  readonly #flags: PreprocessingFlags;

  constructor(
    profile: TopicProfile,
    chosen: CollectionSettings,
    plan: TopicPlan,
    settings: Settings,
  ) {
    this.#judge = new TopicJudge(profile, chosen);
    this.#profile = digestOf(profile);
    this.#chosen = chosen;
    this.#plan = plan;
    this.#flags = wordFlags(settings);
  }

  of(record: FeatureRecord, values: Values): CollectionResult {
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
    return { measures, topicStatus, isBeyondDoubt, vote, profile: this.#profile };
  }
}

/**
 * Minimum strength of a sign with which the topic's vote counts if no other vote is for off-topic. The sign must be
 * strong, or weak on a page on which every score is at most `nothing`. Chosen on labelled histories:
 * bench/notes/topic.md, "Beside other votes".
 */
const ALONE = { strong: 0.75, weak: 0.4, nothing: 0.05 } as const;

/** Other evidence of a run about a memento, in addition to the topic. */
interface OtherVotes {
  readonly votes: readonly MeasureResult[];
  readonly strongestSign: number;
}

/**
 * Returns no vote if the topic has none. The topic does not recognise a page about another subject, even if it is the
 * right page. Therefore, if no other vote is for off-topic, the topic's vote counts only if a sign also shows that the
 * page is an error page.
 */
export function topicVote(
  collection: CollectionResult | undefined,
  others?: OtherVotes,
): MeasureResult[] {
  if (collection?.topicStatus === undefined) return [];
  const { topicStatus, measures } = collection;
  if (topicStatus === "off-topic" && others !== undefined) {
    const showsNothing = measures.every(
      ({ name, outcome }) =>
        name === "directory" || !("value" in outcome) || outcome.value.score <= ALONE.nothing,
    );
    const needed = showsNothing ? ALONE.weak : ALONE.strong;
    if (overallStatus(others.votes) !== "off-topic" && others.strongestSign < needed) return [];
  }
  return [
    {
      name: TOPIC_VOTE,
      flags: rawFlags(),
      outcome: { value: { score: topicStatus === "on-topic" ? 1 : 0, topicStatus } },
    },
  ];
}
