import { UsageError } from "../errors.js";
import { isObject } from "../json.js";
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
    plainSign,
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
      return { of: name, as, weight, missing, usual };
    }),
  };
}

/** Larger ones have no meaning, and sums of them would be no number. */
const largest = 1e9;

const isNumber = (value: unknown): value is number =>
  typeof value === "number" && Math.abs(value) <= largest; // Written by bench/train/train.mjs: do not edit.
/** The learned combination of profile `default`: see docs/decision.md. */
export const defaultModel: LearnedModel = {
  form: "detect_off_topic model",
  trainedOn:
    "dev, dev-hard, half a: 1545 mementos, 213 off-topic; composed and recaptured TimeMaps of these",
  threshold: 0.5,
  bias: -5.536,
  plainSign: 0.75,
  inputs: [
    {
      of: "cosine@median",
      as: "log-relative",
      weight: 2.285,
      missing: 0.1,
      usual: 0.835,
    },
    {
      of: "ngrams@median",
      as: "log-distance",
      weight: 1.697,
      missing: 0.323,
    },
    {
      of: "ngrams@first",
      as: "log-relative",
      weight: 1.288,
      missing: 0.07,
      usual: 0.941,
    },
    {
      of: "ngrams@median",
      as: "log-relative",
      weight: 1.804,
      missing: 0.097,
      usual: 0.914,
    },
    {
      of: "title@first",
      as: "log-distance",
      weight: 1.176,
      missing: 0.199,
    },
    {
      of: "title@median",
      as: "log-distance",
      weight: 1.191,
      missing: 0.198,
    },
    {
      of: "classes@first",
      as: "log-relative",
      weight: 1.528,
      missing: 0.085,
      usual: 0.985,
    },
    {
      of: "classes@median",
      as: "log-relative",
      weight: 1.348,
      missing: 0.119,
      usual: 0.827,
    },
    {
      of: "links@first",
      as: "log-relative",
      weight: 0.375,
      missing: 0.064,
      usual: 1,
    },
    {
      of: "links@median",
      as: "log-relative",
      weight: 0.254,
      missing: 0.109,
      usual: 1,
    },
    {
      of: "length@first",
      as: "log-relative",
      weight: 0.908,
      missing: 0.067,
      usual: 0.796,
    },
    {
      of: "length@median",
      as: "log-relative",
      weight: 1.092,
      missing: 0.089,
      usual: 0.549,
    },
    {
      of: "signs",
      as: "value",
      weight: 7.97,
      missing: 0.183,
    },
    {
      of: "http-error",
      as: "value",
      weight: 0.868,
      missing: 0.042,
    },
  ],
};
