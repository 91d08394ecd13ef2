import { expect, it } from "vitest";
import { measures } from "../../../src/score/measures/index.js";
import type { Cut } from "../../../src/score/types.js";
import "../../support/all-extensions.js";

const written = ({ threshold, comparison }: Cut): string =>
  `${comparison} ${threshold ?? "calibrate"}`;
const byKeyword = new Map(measures.map((measure) => [measure.keyword, measure]));

// Table 1 of the paper, and the defaults in the code of OTMT 1.0.5.
const table: readonly (readonly [keyword: string, paper: string, otmt: string])[] = [
  ["bytecount", "< -0.39", "< -0.43"],
  ["wordcount", "< -0.7", "< -0.7"],
  ["jaccard", "> 0.94", "> 0.96"],
  ["sorensen", "> 0.88", "> 0.93"],
  ["simhash-tf", "> 28", "> 34"],
  ["simhash-raw", "> 25", "> 38"],
  ["cosine", "< 0.12", "< 0.12"],
  ["gensim_lsi", "< 0.1", "< 0.07"],
  ["tfintersection", "<= 0", "> 0"],
  ["levenshtein", "> calibrate", "> 0.05"],
  ["nlevenshtein", "> calibrate", "> 0.05"],
  ["simhash-js", "> calibrate", "> calibrate"],
  ["spamsum", "< calibrate", "< calibrate"],
  ["gensim_lda", "< 0.15", "< 0.15"],
  ["structure", "< calibrate", "< calibrate"],
  ["style", "< calibrate", "< calibrate"],
  ["structure-style", "< calibrate", "< calibrate"],
];

it.each(table)(
  "calls a memento off-topic by %s if the score is %s in profile paper, and if it is %s in otmt-1.0.5",
  (keyword, paper, otmt) => {
    const cuts = byKeyword.get(keyword)?.cuts;
    expect(cuts && written(cuts.paper)).toBe(paper);
    expect(cuts && written(cuts["otmt-1.0.5"])).toBe(otmt);
  },
);

it("accepts OTMT's names of measures as aliases of our names", () => {
  const aliases = new Map(
    measures.flatMap(({ aliases, keyword }) => aliases.map((alias) => [alias, keyword])),
  );
  expect(aliases.get("raw_simhash")).toBe("simhash-raw");
  expect(aliases.get("tf_simhash")).toBe("simhash-tf");
  expect(aliases.get("lsi")).toBe("gensim_lsi");
  expect(aliases.get("wcount")).toBe("wordcount");
});
