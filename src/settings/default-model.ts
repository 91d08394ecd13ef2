import { UsageError } from "../errors.js";
import { isObject } from "../json.js";
import { inputForms } from "../scoring/decide.js";
import type { LearnedModel, ModelInput, Regression } from "../types.js";

const MODEL_FORM = "detect_off_topic model";
/** More would not be readable. */
const mostInputs = 100;

/**
 * Reads a learned combination (docs/decision.md) from the text of its file; throws a `UsageError` for anything else.
 *
 * @example
 * ```js
 * import { readFileSync } from "node:fs";
 *
 * const model = parseModel(readFileSync("model.json", "utf8"), "model.json");
 * const { settings } = await prepareRun({
 *   input: "warc=crawl.warc",
 *   combine: "learned",
 *   model,
 * });
 * console.log(settings.combine);
 * // learned
 * ```
 */
export function parseModel(text: string, file: string): LearnedModel {
  const wrong = (what: string): UsageError =>
    new UsageError(`${file} ${what}. Give a model as docs/decision.md describes it.`);
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    throw wrong("is not JSON");
  }
  if (!isObject(whole) || whole["form"] !== MODEL_FORM) throw wrong("is not a model");
  // Models made before version 0.2 call it `plainSign`.
  const {
    bias,
    threshold,
    trainedOn,
    plainSign,
    strongSignal = plainSign,
    belief,
    inputs,
  } = whole;
  if (!isNumber(bias) || threshold === undefined || !isShare(threshold)) {
    throw wrong("lacks a bias, or a threshold from 0 to 1");
  }
  if (!isShare(strongSignal)) throw wrong("has a strongSignal that is not from 0 to 1");
  const readInputs = (list: unknown, where: string): ModelInput[] => {
    if (!Array.isArray(list) || list.length === 0 || list.length > mostInputs) {
      throw wrong(`has no list of 1 to ${mostInputs} inputs${where}`);
    }
    return list.map((input: unknown, at): ModelInput => {
      const as = isObject(input) ? inputForms.find((form) => form === input["as"]) : undefined;
      if (!isObject(input) || as === undefined) {
        throw wrong(`says nothing of its input ${at + 1}${where}`);
      }
      const { of: name, weight, missing } = input;
      if (typeof name !== "string" || !isNumber(weight) || !isNumber(missing)) {
        throw wrong(`lacks name, weight or missing value of its input ${at + 1}${where}`);
      }
      return { of: name, as, weight, missing };
    });
  };
  const readBelief = (): Regression => {
    if (!isObject(belief) || !isNumber(belief["bias"])) throw wrong("has a belief without a bias");
    const read = readInputs(belief["inputs"], " of its belief");
    const known = read.find(({ of: name, as }) => /@(?!first$)/u.test(name) || /relative/u.test(as));
    if (known === undefined) return { bias: belief["bias"], inputs: read };
    throw wrong(
      `has the input ${known.of} (${known.as}) in its belief, which only knows the first memento`,
    );
  };
  return {
    form: MODEL_FORM,
    trainedOn: typeof trainedOn === "string" ? trainedOn : "unknown",
    threshold,
    bias,
    strongSignal,
    ...(belief !== undefined && { belief: readBelief() }),
    inputs: readInputs(inputs, ""),
  };
}

/** Larger ones have no meaning, and sums of them would be no number. */
const largest = 1e9;

const isNumber = (value: unknown): value is number =>
  typeof value === "number" && Math.abs(value) <= largest;

/** Members that may be left out are shares. */
const isShare = (value: unknown): value is number | undefined =>
  value === undefined || (isNumber(value) && value >= 0 && value <= 1);
// Written by bench/train/train.mjs: do not edit.
/** The learned combination of profile `default`: see docs/decision.md. */
export const defaultModel: LearnedModel = {
  form: "detect_off_topic model",
  trainedOn:
    "dev, dev-hard, histories train, histories tune, histories test, histories unseen, histories fresh, histories later, histories last: 18335 mementos, 3177 off-topic; composed, taken over and recaptured TimeMaps of these",
  threshold: 0.5,
  bias: -4.244,
  strongSignal: 0.75,
  inputs: [
    {
      of: "cosine@median",
      as: "log-relative",
      weight: 1.129,
      missing: 0.16,
    },
    {
      of: "ngrams@median",
      as: "log-distance",
      weight: 1.101,
      missing: 0.316,
    },
    {
      of: "cosine@first",
      as: "log-relative",
      weight: 1.541,
      missing: 0.149,
    },
    {
      of: "title@first",
      as: "log-distance",
      weight: 0.69,
      missing: 0.283,
    },
    {
      of: "title@median",
      as: "log-distance",
      weight: 1.241,
      missing: 0.25,
    },
    {
      of: "classes@first",
      as: "log-relative",
      weight: 1.62,
      missing: 0.149,
    },
    {
      of: "opening@median",
      as: "log-relative",
      weight: 1.215,
      missing: 0.164,
    },
    {
      of: "wordcount@group",
      as: "shortfall",
      weight: 1.661,
      missing: 0,
    },
    {
      of: "seed",
      as: "value",
      weight: 5.115,
      missing: 0.101,
    },
    {
      of: "signs",
      as: "value",
      weight: 4.213,
      missing: 0.073,
    },
    {
      of: "http-error",
      as: "value",
      weight: 1.151,
      missing: 0.025,
    },
  ],
};
