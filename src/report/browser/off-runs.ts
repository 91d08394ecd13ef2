import type { TopicStatus } from "../../types.js";

/** The first and the last memento of a run of off-topic ones. */
export interface OffRun {
  readonly from: number;
  readonly to: number;
}

/** Runs of off-topic mementos; mementos without a verdict are passed over. */
export function offRuns(verdicts: readonly (TopicStatus | undefined)[]): OffRun[] {
  const runs: { from: number; to: number }[] = [];
  let current: { from: number; to: number } | undefined;
  for (const [at, verdict] of verdicts.entries()) {
    if (verdict === "on-topic") current = undefined;
    if (verdict !== "off-topic") continue;
    if (current === undefined) {
      current = { from: at, to: at };
      runs.push(current);
    } else current.to = at;
  }
  return runs;
}
