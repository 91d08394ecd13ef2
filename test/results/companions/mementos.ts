import type { SavedMemento } from "../../../src/results/saved-entry.js";

/** A memento of a made-up seed as a results file has it; everything can be overridden. */
export function memento(year: number, overrides: Partial<SavedMemento> = {}): SavedMemento {
  const uriR = overrides.uriR ?? "http://a.example/";
  return {
    kind: "memento",
    uriT: `from-warc::timemap::${uriR}`,
    uriM: `from-warc::${year}0101000000::${uriR}`,
    uriR,
    mementoDatetime: `${year}-01-01T00:00:00Z`,
    measures: new Map(),
    ...overrides,
  };
}

/** The decimal digits of a Simhash with the lowest so many bits set. */
export const bits = (set: number): string => ((1n << BigInt(set)) - 1n).toString();
