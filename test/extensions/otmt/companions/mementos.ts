import type { SavedMemento } from "../../../../src/write/entry.js";

/** Properties of a memento that a test can set. */
interface Given {
  readonly uriR?: string;
  readonly uriM?: string;
  readonly simhash?: string | undefined;
  readonly language?: string | undefined;
}

/** Returns a memento of an invented seed as it is in a results file. */
export function memento(
  year: number,
  { uriR = "http://a.example/", uriM, simhash, language }: Given = {},
): SavedMemento {
  return {
    kind: "memento",
    uriT: `from-warc::timemap::${uriR}`,
    uriM: uriM ?? `from-warc::${year}0101000000::${uriR}`,
    capture: { uriR, mementoDatetime: `${year}-01-01T00:00:00Z` },
    simhash: simhash === undefined ? undefined : { value: simhash },
    language: language === undefined ? undefined : { value: language },
    measures: [],
  };
}

/** Returns the decimal digits of a Simhash whose `set` lowest bits are 1. */
export const bits = (set: number): string => ((1n << BigInt(set)) - 1n).toString();
