// Written by bench/train/train.mjs: do not edit.
import type { LearnedModel } from "../types.js";

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
