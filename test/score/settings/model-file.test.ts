import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { defaultModel } from "../../../src/score/settings/default-model.js";
import { parseModel } from "../../../src/score/settings/model.js";
import type { LearnedModel } from "../../../src/score/settings/types.js";

const model: LearnedModel = {
  ...{ form: "detect_off_topic model", trainedOn: "a test", threshold: 0.4, bias: -1.5 },
  inputs: [
    { of: "cosine@median", as: "relative", weight: 2, missing: 0.1 },
    { of: "title@first", as: "log-distance", weight: 1, missing: 0.3 },
    { of: "links@median", as: "log-relative", weight: 1, missing: 0.3 },
    { of: "signs", as: "value", weight: 3, missing: 0 },
  ],
};
const textOf = (changed: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ ...model, ...changed });
const [input] = model.inputs;

describe("the file of a learned combination", () => {
  it("reads a model from its file as it was written", () => {
    expect(parseModel(JSON.stringify(model), "m.json")).toEqual(model);
    expect(parseModel(JSON.stringify(defaultModel), "m.json")).toEqual(defaultModel);
  });

  it("reads a model with a strong signal and a belief", () => {
    const belief = { bias: -4, inputs: [{ ...input, of: "cosine@first", as: "log-distance" }] };
    const whole = { ...model, strongSignal: 0.8, belief };
    expect(parseModel(JSON.stringify(whole), "m.json")).toEqual(whole);
  });

  it("reads a model with rules and cuts", () => {
    const rules = { errorStatus: 0.9, shellAfterPage: true, lostIdentity: "unsure" };
    const whole = { ...model, rules: { ...rules, lostIdentityAbove: 0.1 }, cuts: { web: 0.2 } };
    expect(parseModel(JSON.stringify(whole), "m.json")).toEqual(whole);
    expect(parseModel(textOf({ rules: {}, cuts: {} }), "m.json")).toEqual({
      ...model,
      rules: {},
      cuts: {},
    });
  });

  it("reads a model that does not say on which data it was trained", () => {
    expect(parseModel(textOf({ trainedOn: 7 }), "m.json").trainedOn).toBe("unknown");
  });

  it.each([
    ["that is not JSON", "{", "is not JSON"],
    ["of another kind", '{"form":"thresholds"}', "is not a model"],
    ["that is a list", "[]", "is not a model"],
    ["without a bias", textOf({ bias: "0" }), '"bias"'],
    ["with a threshold above one", textOf({ threshold: 1.1 }), '"threshold"'],
    ["with a belief without a bias", textOf({ belief: { inputs: [input] } }), '"belief"'],
    [
      "with a belief that is compared with the median",
      textOf({ belief: { bias: 0, inputs: [{ ...input, of: "title@median" }] } }),
      "title@median",
    ],
    ["with a strength of strong signals above one", textOf({ strongSignal: 2 }), '"strongSignal"'],
    ["with rules that are a list", textOf({ rules: [] }), '"rules"'],
    ["with an unknown verdict", textOf({ rules: { lostIdentity: "off" } }), '"rules"'],
    ["with a cut above one", textOf({ cuts: { web: 2 } }), '"cuts"'],
    ["with inputs that are not a list", textOf({ inputs: {} }), '"inputs"'],
    ["with an input that is not an object", textOf({ inputs: [input, null] }), '"inputs"'],
    ["with an unknown form", textOf({ inputs: [{ ...input, as: "cubed" }] }), '"inputs"'],
    ["with a weight of text", textOf({ inputs: [{ ...input, weight: "2" }] }), '"inputs"'],
  ])("rejects in one line a model %s", (_, text, what) => {
    const reading = (): LearnedModel => parseModel(text, "m.json");
    expect(reading).toThrow(UsageError);
    expect(reading).toThrow(
      /^m\.json [^\n]+\. Give a model as docs\/decision\.md describes it\.$/u,
    );
    expect(reading).toThrow(what);
  });

  it("rejects any other content of a model as a whole", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(model)), (value, name) => {
        const text = textOf({ [name]: value });
        try {
          const { threshold, bias } = parseModel(text, "m.json");
          expect([threshold, bias].every(Number.isFinite)).toBe(true);
        } catch (cause) {
          expect(cause).toBeInstanceOf(UsageError);
        }
      }),
    );
  });
});
