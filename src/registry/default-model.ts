// Written by bench/train/train.mjs: do not edit.
import type { LearnedModel } from "../types.js";

/** The learned combination of profile `default`: see docs/decision.md. */
export const defaultModel: LearnedModel = {
  form: "detect_off_topic model",
  trainedOn: "dev and dev-hard: 1188 mementos, 157 off-topic",
  threshold: 0.5,
  bias: -8.952,
  inputs: [
    {
      of: "cosine@first",
      as: "distance",
      weight: 1.146,
      missing: 0.381,
    },
    {
      of: "cosine@median",
      as: "distance",
      weight: 1.265,
      missing: 0.379,
    },
    {
      of: "cosine@median",
      as: "relative",
      weight: 2.412,
      missing: 0.134,
    },
    {
      of: "ngrams@median",
      as: "distance",
      weight: 1.508,
      missing: 0.484,
    },
    {
      of: "ngrams@median",
      as: "relative",
      weight: 1.662,
      missing: 0.147,
    },
    {
      of: "title@first",
      as: "distance",
      weight: 2.106,
      missing: 0.214,
    },
    {
      of: "title@median",
      as: "distance",
      weight: 2.218,
      missing: 0.201,
    },
    {
      of: "links@median",
      as: "relative",
      weight: 2.024,
      missing: 0.155,
    },
    {
      of: "length@median",
      as: "relative",
      weight: 1.06,
      missing: 0.131,
    },
    {
      of: "signs",
      as: "value",
      weight: 5.959,
      missing: 0.089,
    },
    {
      of: "http-error",
      as: "value",
      weight: 0.85,
      missing: 0.029,
    },
  ],
};
