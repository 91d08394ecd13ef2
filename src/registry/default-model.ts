// Written by bench/train/train.mjs: do not edit.
import type { LearnedModel } from "../types.js";

/** The learned combination of profile `default`: see docs/decision.md. */
export const defaultModel: LearnedModel = {
  form: "detect_off_topic model",
  trainedOn: "dev, dev-hard, half a: 1545 mementos, 213 off-topic",
  threshold: 0.5,
  bias: -6.937,
  plainSign: 0.75,
  inputs: [
    {
      of: "cosine@median",
      as: "log-relative",
      weight: 3.181,
      missing: 0.095,
      usual: 0.835,
    },
    {
      of: "ngrams@median",
      as: "log-distance",
      weight: 2.331,
      missing: 0.322,
    },
    {
      of: "ngrams@first",
      as: "log-relative",
      weight: 1.783,
      missing: 0.075,
      usual: 0.963,
    },
    {
      of: "ngrams@median",
      as: "log-relative",
      weight: 2.283,
      missing: 0.092,
      usual: 0.914,
    },
    {
      of: "title@first",
      as: "log-distance",
      weight: 1.373,
      missing: 0.192,
    },
    {
      of: "title@median",
      as: "log-distance",
      weight: 1.437,
      missing: 0.194,
    },
    {
      of: "classes@first",
      as: "log-relative",
      weight: 2.431,
      missing: 0.092,
      usual: 1,
    },
    {
      of: "classes@median",
      as: "log-relative",
      weight: 1.69,
      missing: 0.114,
      usual: 0.827,
    },
    {
      of: "links@first",
      as: "log-relative",
      weight: 0.442,
      missing: 0.069,
      usual: 1,
    },
    {
      of: "links@median",
      as: "log-relative",
      weight: 0.078,
      missing: 0.105,
      usual: 1,
    },
    {
      of: "length@first",
      as: "log-relative",
      weight: 1.379,
      missing: 0.07,
      usual: 0.832,
    },
    {
      of: "length@median",
      as: "log-relative",
      weight: 1.057,
      missing: 0.084,
      usual: 0.502,
    },
    {
      of: "signs",
      as: "value",
      weight: 6.887,
      missing: 0.085,
    },
    {
      of: "http-error",
      as: "value",
      weight: 1.17,
      missing: 0.025,
    },
  ],
};
