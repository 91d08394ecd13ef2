import { rawFlags } from "../../score/scoring/likeness.js";
import type { CollectionResult, MeasureResult } from "../../score/types.js";
import { overallStatus } from "../../score/verdict/decide.js";

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
      name: "topic",
      flags: rawFlags(),
      outcome: { value: { score: topicStatus === "on-topic" ? 1 : 0, topicStatus } },
    },
  ];
}
