import { type Overrides, overrideResults, unusedOverrides } from "../write/overrides.js";
import { readResults, type SavedResults } from "../write/read-results.js";
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
  const judged = overrideResults(results, overrides);
  warnOfUnused({ overrides }, log);
  return judged;
}

/**
 * Says which overrides have met no memento, and on which people contradict each other: a curator's verdict must not be
 * lost without a word.
 */
export function warnOfUnused({ overrides }: { readonly overrides?: Overrides }, log: Log): void {
  if (overrides === undefined) return;
  const unused = unusedOverrides(overrides);
  if (unused.length > 0) {
    const match = unused.length === 1 ? "override matches" : "overrides match";
    log.warn(`${unused.length} ${match} no memento, e.g. ${unused[0]!}`);
  }
  const [first] = overrides.contradicted;
  if (first !== undefined) {
    log.warn(
      `mementos on which people contradict each other, left as computed: ${overrides.contradicted.length}, e.g. ${first}`,
    );
  }
}
