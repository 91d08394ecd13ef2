import type { SavedMemento, SavedResults, SavedScore } from "../../src/results/saved-entry.js";

/** A memento of a results file; `score` is that of measure `cosine`. */
export function saved(
  uriR: string,
  mementoDatetime: string,
  score?: number,
  overrides: Partial<SavedMemento> = {},
): SavedMemento {
  const digits = mementoDatetime.slice(0, 19).replace(/[-:T]/gu, "");
  const measures = new Map<string, SavedScore>();
  measures.set("cosine", score === undefined ? { error: "none" } : { score });
  return {
    kind: "memento",
    uriT: `from-warc::timemap::${uriR}`,
    uriM: `from-warc::${digits}::${uriR}`,
    uriR,
    mementoDatetime,
    measures,
    ...overrides,
  };
}

/** A results file of these mementos. */
export function savedResults(...mementos: readonly SavedMemento[]): SavedResults {
  return { file: "run.json", mementos, timeMapProblems: [] };
}
