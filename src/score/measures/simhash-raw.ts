import { hammingDistance, type Simhash, simhashFromDecimal } from "../../base/math/simhash.js";
import type { FeatureRequest } from "../../page/types.js";
import type { PairMeasure } from "../types.js";
import { cutsAt, inOtmtPaper, ofRawPages } from "../scoring/likeness.js";

/**
 * Hamming distance of the Simhashes of the raw mementos, including markup and without preprocessing. An empty first
 * memento is an error, as in OTMT. This case is detected by counting bytes, because Python's `str(bytes)` of an empty
 * body has a Simhash too.
 */
export const simhashRaw: PairMeasure<readonly [simhash: string, bytes: number], Simhash> = {
  ...ofRawPages,
  keyword: "simhash-raw",
  aliases: ["raw_simhash"],
  otmtKeyword: "raw_simhash",
  title: "Simhash of the raw content",
  summary: "Bits that differ between hashes of all groups of 4 characters, markup included.",
  source: inOtmtPaper("section 3.3"),
  range: [0, 64],
  equalScore: 0,
  cuts: cutsAt(">", 25, 38),
  reads: ["rawSimhashOf"],
  input: ({ rawSimhashOf }): FeatureRequest[] => [
    { feature: "raw-simhash", options: { of: rawSimhashOf } },
    { feature: "byte-count", options: {} },
  ],
  prepare: ([simhash]) => simhashFromDecimal(simhash),
  score: hammingDistance,
};
