import { describe, expect, it } from "vitest";
import { LearnedVerdicts } from "../../../src/score/verdict/learned.js";
import type { LearnedModel } from "../../../src/score/settings/types.js";

describe("pages that consist of text only", () => {
  const ofLikeness: LearnedModel = {
    ...{ form: "detect_off_topic model", trainedOn: "a test", threshold: 0.5, bias: -2 },
    inputs: [
      { of: "cosine@median", as: "log-distance", weight: 3, missing: 0.2 },
      { of: "ngrams@median", as: "log-distance", weight: 1, missing: 0.2 },
      { of: "title@median", as: "log-distance", weight: 2, missing: 0.2 },
      { of: "signs", as: "value", weight: 1, missing: 0.1 },
    ],
  };
  const row = (...values: (number | undefined)[]) => ({
    ...{ values, isDocument: false, ownWord: 0, isError: false },
  });
  const inputsOf = (rows: readonly ReturnType<typeof row>[]) => {
    const learned = new LearnedVerdicts(ofLikeness, { first: 0, believed: [0] });
    for (const one of rows) learned.add(one);
    const { inputs } = learned.evidence(1);
    return Object.fromEntries(inputs.map(({ of: name, value }) => [name, value]));
  };
  const titleless = row(0, 0, undefined, 0);

  it("replaces the missing score of pages without titles or links by the weighted mean of their other scores", () => {
    const inputs = inputsOf([titleless, row(1, 0, undefined, undefined)]);
    expect(inputs).toMatchObject({ "cosine@median": 1, "ngrams@median": 0 });
    expect(inputs["title@median"]).toBe(0.75);
    expect(inputs["signs"]).toBe(0.1);
  });

  it("replaces a missing score by the value in the model if any memento of the TimeMap has a title", () => {
    const inputs = inputsOf([row(0, 0, 0, 0), row(1, 0, undefined, 0)]);
    expect(inputs["title@median"]).toBe(0.2);
  });
});
