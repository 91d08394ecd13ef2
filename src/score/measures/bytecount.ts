import type { PairMeasure } from "../types.js";
import { growth, rawFlags } from "../scoring/likeness.js";

/** Relative change of the body's length: `c(m)/c(f) - 1` of bytes. */
export const bytecount: PairMeasure<number> = {
  keyword: "bytecount",
  aliases: [],
  title: "Byte count",
  summary: "Relative change of the number of bytes.",
  source:
    "Jones, Weigle and Nelson, The Off-Topic Memento Toolkit (iPRES 2018), section 3.1, equation 1",
  range: [-1, Infinity],
  equalScore: 0,
  symmetric: false,
  cuts: {
    paper: { threshold: -0.39, comparison: "<" },
    "otmt-1.0.5": { threshold: -0.43, comparison: "<" },
  },
  reads: ["clipCounts"],
  flags: rawFlags,

  scope: "pair",
  input: () => ({ feature: "byte-count", options: {} }),
  score: growth,
};
