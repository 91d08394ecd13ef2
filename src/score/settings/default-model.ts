import { flag, oneOf, optional, record, share, text as string } from "../../base/codec.js";
import { UsageError } from "../../base/errors.js";
import { isObject, members, parseForm } from "../../base/json.js";
import { inputForms } from "../verdict/model-forms.js";
import type { LearnedModel, ModelInput, ModelRules, Regression } from "./types.js";

const MODEL_FORM = "detect_off_topic model";
/** A person could not read a larger model. */
const mostInputs = 100;

/**
 * Reads a learned combination (docs/decision.md) from the text of its file. Throws a `UsageError` for any other text.
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
  const whole = parseForm(text, { form: MODEL_FORM, name: "a model", wrong });
  // Models made before version 0.2 have this under the name `plainSign`.
  const { bias, threshold, trainedOn, plainSign, strongSignal = plainSign } = whole;
  const { belief, inputs, rules, cuts } = whole;
  if (!isNumber(bias) || !share.is(threshold)) {
    throw wrong("lacks a bias, or a threshold from 0 to 1");
  }
  if (!optional(share).is(strongSignal)) throw wrong("has a strongSignal that is not from 0 to 1");
  if (!optional(modelRules).is(rules)) {
    throw wrong(
      'has rules other than an errorStatus from 0 to 1, a shellAfterPage or timeOrder of true or false, a lostIdentity of "unsure", and a lostIdentityAbove from 0 to 1',
    );
  }
  if (!optional(modelCuts).is(cuts)) throw wrong("has cuts other than one for web from 0 to 1");
  const readInputs = (list: unknown, where: string): ModelInput[] => {
    if (!Array.isArray(list) || list.length === 0 || list.length > mostInputs) {
      throw wrong(`has no list of 1 to ${mostInputs} inputs${where}`);
    }
    return list.map((input: unknown, at): ModelInput => {
      const { of: name, as, weight, missing } = members(input);
      if (!inputForm.is(as))
        throw wrong(`has no known form ("as") for its input ${at + 1}${where}`);
      if (!string.is(name) || !isNumber(weight) || !isNumber(missing)) {
        throw wrong(`lacks name, weight or missing value of its input ${at + 1}${where}`);
      }
      return { of: name, as, weight, missing };
    });
  };
  const readBelief = (): Regression => {
    if (!isObject(belief) || !isNumber(belief["bias"])) throw wrong("has a belief without a bias");
    const read = readInputs(belief["inputs"], " of its belief");
    const known = read.find(
      ({ of: name, as }) => /@(?!first$)/u.test(name) || /relative/u.test(as),
    );
    if (known === undefined) return { bias: belief["bias"], inputs: read };
    throw wrong(
      `has the input ${known.of} (${known.as}) in its belief, which only knows the first memento`,
    );
  };
  return {
    form: MODEL_FORM,
    trainedOn: string.read(trainedOn) ?? "unknown",
    threshold,
    bias,
    strongSignal,
    ...(belief !== undefined && { belief: readBelief() }),
    inputs: readInputs(inputs, ""),
    ...(rules !== undefined && { rules }),
    ...(cuts !== undefined && { cuts }),
  };
}

/** Maximum absolute value of a number. Larger numbers have no meaning, and their sums could overflow. */
const largest = 1e9;

const isNumber = (value: unknown): value is number =>
  typeof value === "number" && Math.abs(value) <= largest;

const modelRules = record<ModelRules>({
  errorStatus: optional(share),
  shellAfterPage: optional(flag),
  lostIdentity: optional(oneOf("unsure")),
  lostIdentityAbove: optional(share),
  timeOrder: optional(flag),
});

const modelCuts = record<NonNullable<LearnedModel["cuts"]>>({ web: optional(share) });

const inputForm = oneOf(...inputForms);
// Written by bench/train/train.mjs: do not edit.
/** The learned combination of profile `default`: see docs/decision.md. */
export const defaultModel: LearnedModel = {
  form: "detect_off_topic model",
  trainedOn:
    "dev, dev-hard, gold, histories train, histories tune, histories test, histories unseen, histories fresh, histories later, histories last: 20733 mementos, 1654 off-topic",
  threshold: 0.5,
  bias: -4.835,
  strongSignal: 0.75,
  belief: {
    bias: -5.348,
    inputs: [
      {
        of: "cosine@first",
        as: "log-distance",
        weight: 2.826,
        missing: 0.186,
      },
      {
        of: "title@first",
        as: "log-distance",
        weight: 1.274,
        missing: 0.099,
      },
      {
        of: "classes@first",
        as: "log-distance",
        weight: 1.658,
        missing: 0.187,
      },
      {
        of: "hosts@first",
        as: "log-distance",
        weight: 0.381,
        missing: 0.216,
      },
      {
        of: "wordcount@first",
        as: "shortfall",
        weight: 1.021,
        missing: 0,
      },
      {
        of: "signs",
        as: "value",
        weight: 5.053,
        missing: 0.036,
      },
      {
        of: "http-error",
        as: "value",
        weight: 0.445,
        missing: 0.008,
      },
      {
        of: "tiny",
        as: "value",
        weight: 0.662,
        missing: 0.031,
      },
      {
        of: "address",
        as: "value",
        weight: 0.696,
        missing: 0,
      },
    ],
  },
  inputs: [
    {
      of: "cosine@first",
      as: "log-distance",
      missing: 0.186,
      weight: 1.413,
    },
    {
      of: "title@first",
      as: "log-distance",
      missing: 0.099,
      weight: 1.064,
    },
    {
      of: "classes@first",
      as: "log-distance",
      missing: 0.187,
      weight: 0.829,
    },
    {
      of: "hosts@first",
      as: "log-distance",
      missing: 0.216,
      weight: 0.684,
    },
    {
      of: "wordcount@first",
      as: "shortfall",
      missing: 0,
      weight: 0.51,
    },
    {
      of: "signs",
      as: "value",
      missing: 0.036,
      weight: 4.916,
    },
    {
      of: "http-error",
      as: "value",
      missing: 0.008,
      weight: 0.423,
    },
    {
      of: "tiny",
      as: "value",
      missing: 0.031,
      weight: 0.761,
    },
    {
      of: "address",
      as: "value",
      missing: 0,
      weight: 0.595,
    },
    {
      of: "cosine@first",
      as: "log-relative",
      missing: 0.055,
      weight: 0.507,
    },
    {
      of: "cosine@median",
      as: "log-relative",
      missing: 0.063,
      weight: 0.388,
    },
    {
      of: "classes@median",
      as: "log-relative",
      missing: 0.087,
      weight: 0.381,
    },
    {
      of: "ngrams@median",
      as: "log-distance",
      missing: 0.245,
      weight: 0.57,
    },
    {
      of: "title@median",
      as: "log-distance",
      missing: 0.096,
      weight: 0.571,
    },
    {
      of: "wordcount@median",
      as: "shortfall",
      missing: 0,
      weight: 0.514,
    },
  ],
  rules: {
    errorStatus: 0.95,
    shellAfterPage: true,
    lostIdentity: "unsure",
    lostIdentityAbove: 0.1,
    timeOrder: true,
  },
  cuts: {
    web: 0.3,
  },
};
