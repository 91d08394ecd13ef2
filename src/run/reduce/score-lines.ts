import type { Result } from "../../types.js";
import { reduceLines, type ReduceOptions } from "./reduce.js";
import { RunningTally } from "../tally.js";

/** What came of the lines of whole TimeMaps: plain data, so that it can come from a thread. */
export interface ScoredLines {
  readonly results: readonly Result[];
  readonly timeMaps: number;
  readonly withoutFirst: number;
  readonly skipped: ReadonlyMap<string, number>;
}

/** Scores the lines of whole TimeMaps at once. */
export async function scoreLines(
  lines: readonly string[],
  options: Omit<ReduceOptions, "tally" | "shard" | "scored">,
): Promise<ScoredLines> {
  const tally = new RunningTally();
  const results: Result[] = [];
  for await (const result of reduceLines(lines, { ...options, tally })) results.push(result);
  const { timeMaps, withoutFirst, skipped } = tally;
  return { results, timeMaps, withoutFirst, skipped };
}
