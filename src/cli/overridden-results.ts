import type { Overrides } from "../results/overrides.js";
import { readResults, type SavedResults } from "../results/read-results.js";
import type { Log } from "./log.js";

/** The argument of commands that read saved results, for help. */
export const SAVED =
  "results as JSON or JSON Lines, of this tool or of OTMT 1.0.5; - for standard input";

/** Reads results and puts a curator's verdicts in the place of what was computed. Warns of verdicts that no memento has met. */
export async function overriddenResults(
  file: string,
  { overrides }: { readonly overrides?: Overrides },
  log: Log,
): Promise<SavedResults> {
  const results = await readResults(file);
  if (overrides === undefined) return results;
  const { overrideResults } = await import("../results/overrides.js");
  const { warnOfUnused } = await import("./run-choices.js");
  const judged = overrideResults(results, overrides);
  warnOfUnused({ overrides }, log);
  return judged;
}
