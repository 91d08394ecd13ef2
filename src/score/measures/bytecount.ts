import type { PairMeasure } from "../types.js";
import { cutsAt, growth, inOtmtPaper, ofRawPages } from "../scoring/likeness.js";

/** Relative change of the body's length: `c(m)/c(f) - 1` of bytes. */
export const bytecount: PairMeasure<number> = {
  ...ofRawPages,
  keyword: "bytecount",
  title: "Byte count",
  summary: "Relative change of the number of bytes.",
  source: inOtmtPaper("section 3.1, equation 1"),
  range: [-1, Infinity],
  equalScore: 0,
  symmetric: false,
  cuts: cutsAt("<", -0.39, -0.43),
  reads: ["clipCounts"],
  input: () => ({ feature: "byte-count", options: {} }),
  score: growth,
};
