import { finite, jsonObject, mapOf, oneOf, record } from "../../base/codec.js";
import { UsageError } from "../../base/errors.js";
import { parseForm } from "../../base/json.js";
import type { JsonObject } from "../../base/types.js";

/**
 * Comparison of a score with its threshold for which a memento is off-topic. It is data, like the threshold, so that
 * only one function compares them.
 */
export type Comparison = "<" | "<=" | ">" | ">=";

/** Threshold that `calibrate` writes for one measure. */
export interface TunedThreshold {
  readonly threshold: number;
  readonly comparison: Comparison;
  /** Settings with which the scores for the threshold were computed: see `thresholdBasis`. */
  readonly basis: JsonObject;
}

/** Thresholds by measure and reference (`formatMeasureName`), as `--thresholds FILE` reads them. */
export interface ThresholdFile {
  /** Path as the user gave it. */
  readonly file: string;
  readonly thresholds: ReadonlyMap<string, TunedThreshold>;
}

export const THRESHOLD_FORM = "detect_off_topic thresholds";

const tunedThresholds = mapOf(
  record<TunedThreshold>({
    threshold: finite,
    comparison: oneOf("<", "<=", ">", ">="),
    basis: jsonObject,
  }),
);

/**
 * Reads the output of `calibrate`. Throws a `UsageError` for any other text.
 *
 * @example
 * ```js
 * import { readFileSync } from "node:fs";
 *
 * const thresholds = parseThresholdFile(
 *   readFileSync("thresholds.json", "utf8"),
 *   "thresholds.json",
 * );
 * console.log(thresholds.thresholds.get("cosine")?.threshold);
 * // 0.2
 * ```
 */
export function parseThresholdFile(text: string, file: string): ThresholdFile {
  const wrong = (what: string): UsageError =>
    new UsageError(`${file} ${what}. Give a file that detect_off_topic calibrate wrote.`);
  const name = "a file of thresholds";
  const { thresholds: tuned } = parseForm(text, { form: THRESHOLD_FORM, name, wrong });
  if (!tunedThresholds.is(tuned)) throw wrong("has no valid thresholds");
  return { file, thresholds: new Map(Object.entries(tuned)) };
}
