import type { SavedMemento } from "../../../src/write/entry.js";
import type { SavedResults } from "../../../src/write/read-results.js";
import { failed, scored } from "../../write/writers/results.js";

/** Returns a memento of a results file; `score` is that of the measure `cosine`. */
export function saved(
  uriR: string,
  mementoDatetime: string,
  score?: number,
  overrides: Partial<SavedMemento> = {},
): SavedMemento {
  const digits = mementoDatetime.slice(0, 19).replace(/[-:T]/gu, "");
  return {
    kind: "memento",
    uriT: `from-warc::timemap::${uriR}`,
    uriM: `from-warc::${digits}::${uriR}`,
    capture: { uriR, mementoDatetime },
    measures: [score === undefined ? failed("cosine", "none") : scored("cosine", score)],
    ...overrides,
  };
}

/** Returns the results of a file with these mementos. */
export function savedResults(...mementos: readonly SavedMemento[]): SavedResults {
  return { file: "run.json", mementos, timeMapProblems: [] };
}
