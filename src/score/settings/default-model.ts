import type { LearnedModel } from "./model.js";

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
      { of: "cosine@first", as: "log-distance", weight: 2.826, missing: 0.186 },
      { of: "title@first", as: "log-distance", weight: 1.274, missing: 0.099 },
      { of: "classes@first", as: "log-distance", weight: 1.658, missing: 0.187 },
      { of: "hosts@first", as: "log-distance", weight: 0.381, missing: 0.216 },
      { of: "wordcount@first", as: "shortfall", weight: 1.021, missing: 0 },
      { of: "signs", as: "value", weight: 5.053, missing: 0.036 },
      { of: "http-error", as: "value", weight: 0.445, missing: 0.008 },
      { of: "tiny", as: "value", weight: 0.662, missing: 0.031 },
      { of: "address", as: "value", weight: 0.696, missing: 0 },
    ],
  },
  inputs: [
    { of: "cosine@first", as: "log-distance", missing: 0.186, weight: 1.413 },
    { of: "title@first", as: "log-distance", missing: 0.099, weight: 1.064 },
    { of: "classes@first", as: "log-distance", missing: 0.187, weight: 0.829 },
    { of: "hosts@first", as: "log-distance", missing: 0.216, weight: 0.684 },
    { of: "wordcount@first", as: "shortfall", missing: 0, weight: 0.51 },
    { of: "signs", as: "value", missing: 0.036, weight: 4.916 },
    { of: "http-error", as: "value", missing: 0.008, weight: 0.423 },
    { of: "tiny", as: "value", missing: 0.031, weight: 0.761 },
    { of: "address", as: "value", missing: 0, weight: 0.595 },
    { of: "cosine@first", as: "log-relative", missing: 0.055, weight: 0.507 },
    { of: "cosine@median", as: "log-relative", missing: 0.063, weight: 0.388 },
    { of: "classes@median", as: "log-relative", missing: 0.087, weight: 0.381 },
    { of: "ngrams@median", as: "log-distance", missing: 0.245, weight: 0.57 },
    { of: "title@median", as: "log-distance", missing: 0.096, weight: 0.571 },
    { of: "wordcount@median", as: "shortfall", missing: 0, weight: 0.514 },
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
