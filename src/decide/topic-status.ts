import type { BoundedScore, MeasureChoice, TopicStatus } from "../types.js";

/**
 * The topic status that a score means, or undefined when the measure has no threshold and so no vote.
 * The only place where a score meets a threshold (SPEC section 2).
 */
export function topicStatus(
  score: number,
  { threshold, comparison }: Pick<MeasureChoice, "threshold" | "comparison">,
): TopicStatus | undefined {
  if (threshold === undefined) return undefined;
  const offTopic = {
    "<": score < threshold,
    "<=": score <= threshold,
    ">": score > threshold,
    ">=": score >= threshold,
  }[comparison];
  return offTopic ? "off-topic" : "on-topic";
}

/** Whether every score within a bound has the same topic status as the bound itself, so that it need not be computed. */
export function isDecidedBy(
  { score, bound }: BoundedScore,
  choice: Pick<MeasureChoice, "threshold" | "comparison">,
): boolean {
  const status = topicStatus(score, choice);
  if (status === undefined) return false;
  const lowIsOffTopic = choice.comparison === "<" || choice.comparison === "<=";
  return (status === "off-topic") === (lowIsOffTopic === (bound === "at most"));
}
