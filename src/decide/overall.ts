import type { MeasureResult, TopicStatus } from "../types.js";

/**
 * The overall topic status of a memento: off-topic when any measure says so (the paper's rule). Measures that failed
 * or have no threshold have no vote; undefined when none voted.
 */
export function overallStatus(results: readonly MeasureResult[]): TopicStatus | undefined {
  const votes = results.flatMap(({ outcome }) =>
    "value" in outcome && outcome.value.topicStatus !== undefined
      ? [outcome.value.topicStatus]
      : [],
  );
  if (votes.length === 0) return undefined;
  return votes.includes("off-topic") ? "off-topic" : "on-topic";
}
