import { hammingDistance, type Simhash, simhashOfCounts } from "../../base/math/simhash.js";
import type { TermCounts } from "../../page/features/words.js";
import type { PairMeasure } from "../types.js";
import { ofTerms } from "../scoring/likeness.js";

export const simhashTf: PairMeasure<TermCounts, Simhash> = {
  ...ofTerms,
  keyword: "simhash-tf",
  aliases: ["tf_simhash"],
  otmtKeyword: "tf_simhash",
  title: "Simhash of the term frequencies",
  summary: "Bits that differ between hashes of the terms and their counts.",
  source: "Jones, Weigle and Nelson, The Off-Topic Memento Toolkit (iPRES 2018), section 3.3",
  range: [0, 64],
  equalScore: 0,
  cuts: {
    paper: { threshold: 28, comparison: ">" },
    "otmt-1.0.5": { threshold: 34, comparison: ">" },
  },
  prepare: ({ terms, counts }) => simhashOfCounts(terms, counts),
  score: hammingDistance,
};
