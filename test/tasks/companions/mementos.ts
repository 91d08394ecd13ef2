import type { SavedMemento } from "../../../src/write/entry.js";

/** What of a memento can be overridden. */
interface Given {
  readonly uriR?: string;
  readonly uriM?: string;
  readonly simhash?: string | undefined;
  readonly language?: string | undefined;
}

/** A memento of a made-up seed as a results file has it. */
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

/** The decimal digits of a Simhash with the lowest so many bits set. */
export const bits = (set: number): string => ((1n << BigInt(set)) - 1n).toString();
