import { hammingDistance } from "../../base/math/simhash.js";
import type { PairMeasure } from "../types.js";
import { cutsAt, ofRawPages } from "../scoring/likeness.js";

/**
 * Hamming distance of the 32-bit hashes of the package simhash-js, for comparison with tools that use it. The distance
 * is computed here, because the package's own function misreads its numbers as hexadecimal digits.
 */
export const simhashJs: PairMeasure<number> = {
  ...ofRawPages,
  keyword: "simhash-js",
  title: "Simhash of the package simhash-js",
  summary: "Bits that differ between two 32-bit hashes of the raw content; no default threshold.",
  source: "The npm package simhash-js 1.0.0",
  range: [0, 32],
  equalScore: 0,
  cuts: cutsAt(">"),
  input: () => ({ feature: "simhash-js", options: {} }),
  score: (first, memento) => hammingDistance({ high: 0, low: first }, { high: 0, low: memento }),
};
