// Written by bench/train/train.mjs: do not edit.
import type { LearnedModel } from "../types.js";

/** The learned combination of profile `default`: see docs/decision.md. */
export const defaultModel: LearnedModel = {
  form: "detect_off_topic model",
  trainedOn: "dev, dev-hard, half a: 1545 mementos, 213 off-topic",
  threshold: 0.5,
  bias: -7.662,
  plainSign: 0.75,
  inputs: [
    {
      of: "cosine@median",
      as: "distance",
      weight: 1.315,
      missing: 0.375,
    },
    {
      of: "cosine@median",
      as: "relative",
      weight: 3.187,
      missing: 0.144,
      usual: 0.835,
    },
    {
      of: "ngrams@median",
      as: "distance",
      weight: 0.574,
      missing: 0.491,
    },
    {
      of: "ngrams@first",
      as: "relative",
      weight: 0.983,
      missing: 0.139,
      usual: 0.963,
    },
    {
      of: "ngrams@median",
      as: "relative",
      weight: 1.972,
      missing: 0.158,
      usual: 0.914,
    },
    {
      of: "title@first",
      as: "distance",
      weight: 0.939,
      missing: 0.226,
    },
    {
      of: "title@median",
      as: "distance",
      weight: 0.994,
      missing: 0.226,
    },
    {
      of: "classes@first",
      as: "relative",
      weight: 2.376,
      missing: 0.135,
      usual: 1,
    },
    {
      of: "links@first",
      as: "relative",
      weight: 1.076,
      missing: 0.118,
      usual: 1,
    },
    {
      of: "links@median",
      as: "relative",
      weight: 0.694,
      missing: 0.161,
      usual: 1,
    },
    {
      of: "length@first",
      as: "relative",
      weight: 0.795,
      missing: 0.124,
      usual: 0.832,
    },
    {
      of: "length@median",
      as: "relative",
      weight: 0.508,
      missing: 0.139,
      usual: 0.502,
    },
    {
      of: "signs",
      as: "value",
      weight: 7.295,
      missing: 0.085,
    },
    {
      of: "http-error",
      as: "value",
      weight: 0.727,
      missing: 0.025,
    },
  ],
};
