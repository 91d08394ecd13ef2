import { hammingDistance, type Simhash, simhashOfCounts } from "../../base/math/simhash.js";
import type { CountedTerms } from "../../base/types.js";
import type { PairMeasure } from "../types.js";
import { cutsAt, inOtmtPaper, ofTerms } from "../scoring/likeness.js";

export const simhashTf: PairMeasure<CountedTerms, Simhash> = {
  ...ofTerms,
  keyword: "simhash-tf",
  aliases: ["tf_simhash"],
  otmtKeyword: "tf_simhash",
  title: "Simhash of the term frequencies",
  summary: "Bits that differ between hashes of the terms and their counts.",
  source: inOtmtPaper("section 3.3"),
  range: [0, 64],
  cuts: cutsAt(">", 28, 34),
  prepare: ({ terms, counts }) => simhashOfCounts(terms, counts),
  score: hammingDistance,
};
