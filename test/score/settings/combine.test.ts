import { registeredEvidence } from "../../../src/score/evidence/registry.js";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { measures } from "../../../src/score/measures/index.js";
import {
  namedModel,
  readsSigns,
  requireEnoughVotes,
  withModelMeasures,
} from "../../../src/score/settings/combine.js";
import { parseCombination } from "../../../src/score/settings/combination.js";
import type { LearnedModel, MeasureChoice, Settings } from "../../../src/score/settings/types.js";
import { settingsOf } from "../measures/settings.js";

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

  it.each(["", "0", "-1", "1.5", "1000", "two", "ANY", " 2", "1e2", "learned=", "learned=FILE"])(
    "rejects %j in a line",
    async (text) => {
      await expect(parse(text)).rejects.toThrow(UsageError);
    },
  );
});

describe("more votes than can be cast", () => {
  const withThreshold: MeasureChoice = {
    ...{ keyword: "cosine", name: "cosine", threshold: 0.12, comparison: "<" },
  };
  const withoutThreshold: MeasureChoice = {
    ...{ keyword: "jaccard", name: "jaccard@median", reference: "median", comparison: ">" },
  };
  const collection: Settings["collection"] = { measures: [] };
  const check =
    (combine: Settings["combine"], more: Partial<Settings> = {}) =>
    (): void =>
      requireEnoughVotes(
        settingsOf({ measures: [withThreshold, withoutThreshold], combine, ...more }),
        registeredEvidence,
      );

  it("rejects more votes than the measures with a threshold can cast", () => {
    expect(check(2)).toThrow(UsageError);
    expect(check(2)).toThrow("--combine 2 asks for more votes than can be cast: 1 (cosine).");
    expect(check(1)).not.toThrow();
  });

  it("counts the votes of signs and of the topic among the votes that can be cast", () => {
    expect(check(2, { signsVote: true })).not.toThrow();
    expect(check(2, { signsVote: false })).toThrow("1 (cosine).");
    expect(check(2, { collection })).not.toThrow();
    expect(check(3, { signsVote: true, collection })).not.toThrow();
    expect(check(4, { signsVote: true, collection })).toThrow("3 (cosine, signs, the topic).");
  });

  it.each(["any", "all", "majority", "learned"] as const)(
    "never requires more votes than exist with --combine %s",
    (word) => {
      expect(check(word, { measures: [] })).not.toThrow();
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
    expect(names(model("cosine@first", "cosine", "jaccard@median", "jaccard@median"))).toEqual([
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

  it("requests signs if they are an input of the model, or if the model excludes reference mementos by signs", () => {
    expect(readsSigns(model("cosine"))).toBe(false);
    expect(readsSigns(model("http-error"))).toBe(false);
    expect(readsSigns(model("cosine", "signs"))).toBe(true);
    expect(readsSigns({ ...model("cosine"), strongSignal: 0.6 })).toBe(true);
  });

  it.each([
    ["cosine", "cosine@first"],
    ["COSINE@median", "cosine@median"],
    ["wcount", "wordcount@first"],
    ["raw_simhash@first", "simhash-raw@first"],
    ["Signs", "signs"],
    ["http-error", "http-error"],
  ])("names the model's input %s as %s, as -tm does", (text, name) => {
    expect(namedModel(model(text), measures)).toEqual(model(name));
  });

  it.each([
    ["cosin@median", 'unknown input of the model "cosin". Did you mean "cosine"?'],
    ["cosine@last", 'unknown reference memento of cosine "last"'],
    ["cosine@", 'unknown reference memento of cosine ""'],
    ["cosine@first@median", 'unknown reference memento of cosine "first@median"'],
    ["signs@first", 'the input "signs@first" of the model is compared with nothing'],
    ["", 'unknown input of the model ""'],
  ])("rejects the input %j of a model", (name, message) => {
    expect(() => namedModel(model(name), measures)).toThrow(UsageError);
    expect(() => namedModel(model(name), measures)).toThrow(message);
  });
});
