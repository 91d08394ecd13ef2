import { describe, expect, it } from "vitest";
import { measures } from "../../../src/score/measures/index.js";
import { requireByKeyword } from "../../../src/base/find.js";
import { basisDifference, thresholdBasis } from "../../../src/score/settings/threshold-basis.js";
import type { JsonObject } from "../../../src/base/types.js";
import "../../support/all-extensions.js";

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

/** All settings that some measure reads. */
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

describe("the basis of a threshold", () => {
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
  ])(
    "bases the threshold of %s on the reference memento and on the settings that affect its scores",
    (keyword, expected) => {
      expect(basisOf(keyword, ALL)).toEqual({ reference: "first", ...expected });
    },
  );

  it("bases a threshold on the chosen reference memento", () => {
    expect(basisOf("style", ALL, "median")).toEqual({ reference: "median" });
  });

  it("bases a threshold on the preprocessing of its measure if the measure has its own", () => {
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
});

describe("the difference of two bases", () => {
  const tuned = basisOf("wordcount", ALL);

  it("finds no difference between equal bases", () => {
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
  ])("describes the difference of two bases with both values: %j", (change, expected) => {
    expect(basisDifference(tuned, { ...tuned, ...change })).toBe(expected);
  });
});
