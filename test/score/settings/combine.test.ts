import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { measures } from "../../../src/score/measures/index.js";
import { withModelMeasures } from "../../../src/score/settings/choose-measures.js";
import { parseCombination } from "../../../src/score/settings/combination.js";
import type { LearnedModel, MeasureChoice } from "../../../src/score/settings/types.js";

describe("--combine", () => {
  const parse = (text: string): Promise<unknown> => parseCombination(text, "--combine", () => "{}");

  it.each([
    ["any", "any"],
    ["all", "all"],
    ["majority", "majority"],
    ["learned", "learned"],
    ["1", 1],
    ["999", 999],
  ])("accepts %s", async (text, rule) => {
    expect(await parse(text)).toBe(rule);
  });

  it.each(["", "0", "1000", "ANY", "learned=", "learned=FILE"])(
    "rejects %j in a line",
    async (text) => {
      await expect(parse(text)).rejects.toThrow(UsageError);
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

  it("computes the chosen measures with votes, and the model's inputs without votes and without reporting them", () => {
    const all = withModelMeasures([chosen], model("jaccard@median"), "paper", measures);
    expect(all[0]).toBe(chosen);
    expect(all[1]).toEqual({
      ...{ keyword: "jaccard", reference: "median", name: "input jaccard@median", comparison: ">" },
      asInput: true,
    });
  });

  it("computes each input of the model once, separately from reported measures", () => {
    expect(names(model("cosine@first", "cosine@first", "jaccard@median"))).toEqual([
      "cosine",
      "input cosine@first",
      "input jaccard@median",
    ]);
  });

  it("computes no measure for inputs of the model that are no measures", () => {
    expect(names(model("signs", "http-error", "tiny", "address"))).toEqual(["cosine"]);
  });

  it("computes inputs of the model with other reference mementos in addition to the chosen measure", () => {
    expect(names(model("cosine@median", "cosine@medoid"))).toEqual([
      "cosine",
      "input cosine@median",
      "input cosine@medoid",
    ]);
  });

  it.each([
    ["cosin@median", 'unknown input of the model "cosin". Did you mean "cosine"?'],
    ["cosine@last", 'unknown reference memento of cosine "last"'],
    ["cosine", 'write the input "cosine" of the model as cosine@first'],
    ["signs@first", 'unknown input of the model "signs"'],
  ])("rejects the input %j of a model", (name, message) => {
    expect(() => names(model(name))).toThrow(UsageError);
    expect(() => names(model(name))).toThrow(message);
  });
});
