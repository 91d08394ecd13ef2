import { finite, oneOf } from "../../base/codec.js";
import { UsageError } from "../../base/errors.js";
import { isObject, parseForm } from "../../base/json.js";
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

const comparisons = oneOf("<", "<=", ">", ">=");

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
  if (!isObject(tuned)) throw wrong(`is not ${name}`);
  const thresholds = new Map<string, TunedThreshold>();
  for (const [keyword, entry] of Object.entries(tuned)) {
    if (!isObject(entry)) throw wrong(`has no object as entry of ${keyword}`);
    const { threshold, comparison, basis } = entry;
    if (!finite.is(threshold) || !comparisons.is(comparison) || !isObject(basis)) {
      throw wrong(`lacks threshold, comparison or basis of ${keyword}`);
    }
    thresholds.set(keyword, { threshold, comparison, basis: basis as JsonObject });
  }
  if (thresholds.size === 0) throw wrong("contains no threshold");
  return { file, thresholds };
}
