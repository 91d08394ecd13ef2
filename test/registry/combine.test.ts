import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/errors.js";
import { measures } from "../../src/measures/index.js";
import { parseCombine, withModelMeasures } from "../../src/registry/combine.js";
import type { LearnedModel, MeasureChoice } from "../../src/types.js";

describe("what stands after --combine", () => {
  it.each(["any", "all", "majority", "learned"] as const)("may be the word %s", (word) => {
    expect(parseCombine(word)).toBe(word);
  });

  it.each([
    ["1", 1],
    ["3", 3],
    ["999", 999],
  ])("may be a number of votes: %s", (text, votes) => {
    expect(parseCombine(text)).toBe(votes);
  });

  it.each(["", "0", "-1", "1.5", "1000", "two", "ANY", " 2", "1e2", "learned="])(
    "is nothing else: %j",
    (text) => {
      expect(() => parseCombine(text)).toThrow(UsageError);
      expect(() => parseCombine(text)).toThrow(/^--combine takes any, all, majority[^\n]+$/u);
    },
  );
});

describe("the measures of a run with a learned combination", () => {
  const model = (...names: readonly string[]): LearnedModel => ({
    ...{ form: "detect_off_topic model", trainedOn: "", threshold: 0.5, bias: 0 },
    inputs: names.map((name) => ({ of: name, as: "distance", weight: 1, missing: 0 })),
  });
  const chosen: MeasureChoice = {
    ...{ keyword: "cosine", name: "cosine", threshold: 0.12, comparison: "<" },
  };
  const names = (of: LearnedModel): string[] =>
    withModelMeasures([chosen], of, "paper", measures).map(({ name }) => name);

  it("are those chosen, with their votes, and those that the model reads, without one and not told", () => {
    const all = withModelMeasures([chosen], model("jaccard@median"), "paper", measures);
    expect(all[0]).toBe(chosen);
    expect(all[1]).toEqual({
      ...{ keyword: "jaccard", reference: "median", name: "jaccard@median", comparison: ">" },
      asInput: true,
    });
  });

  it("are each computed once, however often the model reads them", () => {
    expect(names(model("cosine@first", "cosine", "jaccard@median", "jaccard@median"))).toEqual([
      "cosine",
      "jaccard@median",
    ]);
  });

  it("are not what the model reads of a memento besides", () => {
    expect(names(model("signs", "http-error"))).toEqual(["cosine"]);
  });

  it.each([
    ["a measure that does not exist", "cosin@median", 'unknown measure of the model "cosin"'],
    [
      "a witness that does not exist",
      "cosine@last",
      'unknown witness of cosine in the model "last"',
    ],
  ])("cannot be %s", (_, name, message) => {
    expect(() => names(model(name))).toThrow(UsageError);
    expect(() => names(model(name))).toThrow(message);
  });
});
