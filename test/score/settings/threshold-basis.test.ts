import { describe, expect, it } from "vitest";
import { measures } from "../../../src/score/measures/index.js";
import { requireByKeyword } from "../../../src/score/settings/find.js";
import { basisDifference, thresholdBasis } from "../../../src/score/settings/thresholds.js";
import type { JsonObject } from "../../../src/base/types.js";

const WORDS = { boilerplate: "all-paragraphs", language: "en", stem: true, stopWords: true };

const basisOf = (
  keyword: string,
  settings: Readonly<Record<string, unknown>>,
  reference?: string,
): JsonObject =>
  thresholdBasis(
    requireByKeyword(keyword, measures, "measure"),
    new Map(Object.entries(settings)),
    reference,
  );

/** All settings that some measure looks at. */
const ALL = {
  preprocessing: WORDS,
  clipCounts: true,
  numberOfTopics: 10,
  ldaTopics: 2,
  rawSimhashOf: "text",
  editCosts: { insert: 1, remove: 1, rename: 1 },
  structureWeight: 0.5,
  groupBy: "surt",
};

describe("what a threshold belongs to", () => {
  it.each([
    ["cosine", { preprocessing: WORDS }],
    ["jaccard", { preprocessing: WORDS }],
    ["bytecount", { clipCounts: true }],
    ["wordcount", { preprocessing: WORDS, clipCounts: true }],
    ["gensim_lsi", { preprocessing: WORDS, numberOfTopics: 10 }],
    ["gensim_lda", { preprocessing: WORDS, ldaTopics: 2 }],
    ["simhash-raw", { rawSimhashOf: "text" }],
    ["structure", { editCosts: ALL.editCosts }],
    ["structure-style", { editCosts: ALL.editCosts, structureWeight: 0.5 }],
    ["style", {}],
    ["title", {}],
  ])("of %s is the reference and what decides its scores, no more", (keyword, expected) => {
    expect(basisOf(keyword, ALL)).toEqual({ reference: "first", ...expected });
  });

  it("is the reference that was chosen", () => {
    expect(basisOf("style", ALL, "median")).toEqual({ reference: "median" });
  });

  it("is what old results say: what they lack is left out", () => {
    expect(basisOf("wordcount", {})).toEqual({ reference: "first" });
  });

  it("is the measure's own preprocessing where it has one", () => {
    const own = { ...WORDS, stem: false };
    const settings = {
      ...ALL,
      measures: [
        { keyword: "cosine" },
        { keyword: "jaccard", preprocessing: own },
        { keyword: "sorensen" },
      ],
    };
    expect(basisOf("jaccard", settings)).toEqual({ reference: "first", preprocessing: own });
    expect(basisOf("cosine", settings)).toEqual({ reference: "first", preprocessing: WORDS });
    expect(basisOf("cosine", { ...ALL, measures: ["cosine", null] })["preprocessing"]).toBe(WORDS);
  });

  it("names a list of stop words by its digest", () => {
    const listed = { ...WORDS, stopWordList: { digest: "sha256:ab", words: ["a", "b"] } };
    expect(basisOf("cosine", { preprocessing: listed })).toEqual({
      reference: "first",
      preprocessing: { ...WORDS, stopWordList: "sha256:ab" },
    });
  });
});

describe("the difference of two bases", () => {
  const tuned = basisOf("wordcount", ALL);

  it("is nothing where they are equal", () => {
    expect(basisDifference(tuned, basisOf("wordcount", ALL))).toBeUndefined();
    expect(basisDifference({}, {})).toBeUndefined();
  });

  it.each([
    [{ reference: "median" }, "reference first, not median"],
    [{ clipCounts: false }, "clipCounts true, not false"],
    [
      { preprocessing: { ...WORDS, boilerplate: "justext" } },
      "preprocessing.boilerplate all-paragraphs, not justext",
    ],
    [
      { preprocessing: { ...WORDS, minTokenLength: 3 } },
      "preprocessing.minTokenLength none, not 3",
    ],
    [{ list: [1, 2] }, "list none, not [1,2]"],
  ])("is named with both values: %j", (change, expected) => {
    expect(basisDifference(tuned, { ...tuned, ...change })).toBe(expected);
  });

  it("is seen where the other one lacks something", () => {
    expect(basisDifference(tuned, { reference: "first", preprocessing: WORDS })).toBe(
      "clipCounts true, not none",
    );
    expect(basisDifference({ costs: { insert: { first: 1 } } }, {})).toBe(
      'costs.insert {"first":1}, not none',
    );
  });
});
