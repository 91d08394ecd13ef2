import { UsageError } from "../errors.js";
import type { LearnedModel, ModelInput } from "../types.js";

const MODEL_FORM = "detect_off_topic model";
const ways = ["distance", "relative", "log-distance", "log-relative", "value"] as const;
/** More would not be readable. */
const mostInputs = 100;

/** Reads a learned combination (docs/decision.md) from the text of its file; throws a `UsageError` for anything else. */
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
  const { bias, threshold, trainedOn, plainSign, inputs } = whole;
  if (!isNumber(bias) || !isNumber(threshold) || threshold < 0 || threshold > 1) {
    throw wrong("lacks a bias, or a threshold from 0 to 1");
  }
  if (plainSign !== undefined && (!isNumber(plainSign) || plainSign < 0 || plainSign > 1)) {
    throw wrong("has a plainSign that is not from 0 to 1");
  }
  if (!Array.isArray(inputs) || inputs.length === 0 || inputs.length > mostInputs) {
    throw wrong(`has no list of 1 to ${mostInputs} inputs`);
  }
  return {
    form: MODEL_FORM,
    trainedOn: typeof trainedOn === "string" ? trainedOn : "unknown",
    threshold,
    bias,
    ...(plainSign !== undefined && { plainSign }),
    inputs: inputs.map((input: unknown, at): ModelInput => {
      const as = isObject(input) ? ways.find((way) => way === input["as"]) : undefined;
      if (!isObject(input) || as === undefined) throw wrong(`says nothing of its input ${at + 1}`);
      const { of: name, weight, missing, usual } = input;
      if (typeof name !== "string" || !isNumber(weight) || !isNumber(missing)) {
        throw wrong(`lacks name, weight or missing value of its input ${at + 1}`);
      }
      if (usual !== undefined && (!isNumber(usual) || usual < 0 || usual > 1)) {
        throw wrong(`has a usual value of its input ${at + 1} that is not from 0 to 1`);
      }
      return { of: name, as, weight, missing, ...(usual !== undefined && { usual }) };
    }),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Larger ones have no meaning, and sums of them would be no number. */
const largest = 1e9;

const isNumber = (value: unknown): value is number =>
  typeof value === "number" && Math.abs(value) <= largest;
