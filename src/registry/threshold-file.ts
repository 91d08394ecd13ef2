import { UsageError } from "../errors.js";
import type { Comparison, JsonObject, Measure, Settings } from "../types.js";
import { findByKeyword } from "./find.js";
import { basisDifference, instanceName, thresholdBasis } from "./threshold-basis.js";

/** What `calibrate` writes for one measure. */
export interface TunedThreshold {
  readonly threshold: number;
  readonly comparison: Comparison;
  /** What its scores were made with: see `thresholdBasis`. */
  readonly basis: JsonObject;
}

/** Thresholds by measure and witness (`instanceName`), as `--thresholds FILE` reads them. */
export interface ThresholdFile {
  /** Path as the user gave it. */
  readonly file: string;
  readonly thresholds: ReadonlyMap<string, TunedThreshold>;
}

/** The word by which the file is known for one of ours. */
export const THRESHOLD_FORM = "detect_off_topic thresholds";

const COMPARISONS = ["<", "<=", ">", ">="] as const;

/** Reads what `calibrate` wrote; throws a `UsageError` for anything else. */
export function parseThresholdFile(text: string, file: string): ThresholdFile {
  const wrong = (what: string): UsageError =>
    new UsageError(`${file} ${what}. Give a file that detect_off_topic calibrate wrote.`);
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    throw wrong("is not JSON");
  }
  if (!isObject(whole) || whole["form"] !== THRESHOLD_FORM || !isObject(whole["thresholds"])) {
    throw wrong("is not a file of thresholds");
  }
  const thresholds = new Map<string, TunedThreshold>();
  for (const [keyword, entry] of Object.entries(whole["thresholds"])) {
    if (!isObject(entry)) throw wrong(`says nothing of ${keyword}`);
    const { threshold, basis } = entry;
    const comparison = COMPARISONS.find((each) => each === entry["comparison"]);
    if (typeof threshold !== "number" || comparison === undefined || !isObject(basis)) {
      throw wrong(`lacks threshold, comparison or basis of ${keyword}`);
    }
    thresholds.set(keyword, { threshold, comparison, basis: basis as JsonObject });
  }
  if (thresholds.size === 0) throw wrong("holds no threshold");
  return { file, thresholds };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Checks that every tuned threshold that a run uses belongs to what the run computes: measure, reference,
 * preprocessing and comparison. Throws a `UsageError` that names the first difference, or where none is used at all.
 */
export function requireSameBasis(
  { file, thresholds }: ThresholdFile,
  settings: Settings,
  measures: readonly Measure[],
): void {
  const wanted = new Map<string, unknown>(Object.entries(settings));
  let used = 0;
  for (const { keyword, name, reference, tuned: isTuned, comparison } of settings.measures) {
    const tuned = thresholds.get(instanceName(keyword, reference));
    const measure = findByKeyword(keyword, measures);
    // A threshold given on the command line wins over the file's.
    if (isTuned !== true || tuned === undefined || measure === undefined) continue;
    used += 1;
    const difference =
      comparison === tuned.comparison
        ? basisDifference(tuned.basis, thresholdBasis(measure, wanted, reference))
        : `scores ${tuned.comparison} threshold, not ${comparison}`;
    if (difference !== undefined) {
      throw new UsageError(
        `${file}: the threshold of ${name} was tuned for ${difference}. Calibrate again, or give -tm ${name}=NUMBER.`,
      );
    }
  }
  if (used > 0) return;
  const chosen = settings.measures.map(({ name }) => name).join(", ");
  const run = chosen === "" ? "the run no measure of TimeMaps" : `the run ${chosen}`;
  throw new UsageError(
    `${file} has no threshold that this run uses: it has ${[...thresholds.keys()].join(", ")}, ${run}. ` +
      "Choose measures with -tm.",
  );
}
