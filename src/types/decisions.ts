import type { Comparison } from "./measures.js";
import type { TopicStatus } from "./results.js";
import type { Preprocessing } from "./settings.js";

/**
 * Which memento of its TimeMap a memento is compared with (SPEC section 2): the first; the last one judged on-topic; by
 * the median over all others; the most central of the others.
 */
export type Reference = "first" | "previous" | "median" | "medoid";

/** A measure chosen for this run with its cut. */
export interface MeasureChoice {
  readonly keyword: string;
  /** Absent: the first memento. */
  readonly reference?: Exclude<Reference, "first">;
  /** What the output calls it: the keyword, or OTMT's own name in profile `otmt-1.0.5`. */
  readonly name: string;
  readonly threshold?: number;
  /** Its own, where it is not that of the settings. */
  readonly preprocessing?: Preprocessing;
  /** Set when the threshold comes from a file that `calibrate` wrote. */
  readonly tuned?: true;
  /** Set when it is computed for the learned combination only: its scores are no part of the results. */
  readonly asInput?: true;
  readonly comparison: Comparison;
}

/**
 * How the verdicts on a TimeMap go over time: one run of off-topic mementos between on-topic ones is `single`, one that
 * lasts to the end `step`, several `oscillating`; mementos without a verdict are passed over.
 */
export type Pattern = "always-on" | "step" | "single" | "oscillating" | "first-off" | "always-off";

/** That a curator's own verdict stands in place of the computed one (`--overrides`). */
export interface Override {
  /** What the curator's file names: this memento, or its seed. */
  readonly by: "URI-M" | "URI-R";
  /** What was computed; absent where there was no verdict. */
  readonly computed?: TopicStatus;
}

/**
 * A learned combination: a logistic regression over what is known of a memento. Plain data, as in its file; see
 * docs/decision.md.
 */
export type LearnedModel = {
  readonly form: "detect_off_topic model";
  /** For people: what it was trained on. */
  readonly trainedOn: string;
  /** A memento is off-topic when the probability is above this. */
  readonly threshold: number;
  readonly bias: number;
  /**
   * Strength (0 to 1) from which a sign disqualifies a witness: a score against the first memento counts as missing when
   * that one has such a sign, one against median or medoid when half of all have. Absent: all are believed.
   */
  readonly plainSign?: number;
  readonly inputs: readonly ModelInput[];
};

/**
 * What becomes of a score: `distance`, from the score of equal mementos, as a share of the range; `relative`, to what is
 * usual in the TimeMap; both also on a scale of ratios, on which half as like is as far off wherever it happens
 * (`log-distance`, `log-relative`); `value`, as it is.
 */
export type InputForm = "distance" | "relative" | "log-distance" | "log-relative" | "value";

/** One term of a model's sum: `weight` times a number from 0 (as on-topic as can be) to 1. */
export type ModelInput = {
  /** A measure with its witness (`cosine@median`), `signs`, or `http-error`. */
  readonly of: string;
  readonly as: InputForm;
  readonly weight: number;
  /** Stands for it where there is no score. */
  readonly missing: number;
  /**
   * `relative`, `log-relative`: the distance that counts as usual where fewer than three mementos tell it; absent: the
   * value is missing then.
   */
  readonly usual?: number;
};
