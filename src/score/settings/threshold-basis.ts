import { UsageError } from "../../base/errors.js";
import { requireByKeyword } from "../../base/find.js";
import { members } from "../../base/json.js";
import type { Json, JsonObject } from "../../base/types.js";
import { formatMeasureName } from "../scoring/measure-id.js";
import type { Measure } from "../types.js";
import { readsWords } from "./preprocessing.js";
import type { ThresholdFile } from "./threshold-file.js";
import type { Settings } from "./types.js";

/**
 * Returns the settings for which a threshold is valid, which are all that affect the measure's scores with that
 * reference memento. `settings` may come from a results file of any version. Missing settings are left out.
 */
export function thresholdBasis(
  measure: Measure,
  settings: ReadonlyMap<string, unknown>,
  reference = "first",
): JsonObject {
  const basis: Record<string, Json> = { reference };
  if (readsWords(measure)) {
    const preprocessing = ownPreprocessing(measure, settings) ?? settings.get("preprocessing");
    if (preprocessing !== undefined) basis["preprocessing"] = withoutStopWords(preprocessing);
  }
  for (const name of measure.reads ?? []) {
    const value = settings.get(name);
    if (value !== undefined) basis[name] = value as Json;
  }
  return basis;
}

function ownPreprocessing(measure: Measure, settings: ReadonlyMap<string, unknown>): unknown {
  const listed = settings.get("measures");
  const choices: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const own = choices.find((choice) => members(choice)["keyword"] === measure.keyword);
  return members(own)["preprocessing"];
}

/** Replaces a list of stop words by its digest, because the words themselves are only in the settings of a run. */
function withoutStopWords(preprocessing: unknown): Json {
  const { digest } = members(members(preprocessing)["stopWordList"]);
  if (digest === undefined) return preprocessing as Json;
  return { ...(preprocessing as JsonObject), stopWordList: digest as Json };
}

export function basisDifference(tuned: JsonObject, wanted: JsonObject): string | undefined {
  const [left, right] = [flat(tuned), flat(wanted)];
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const [was, is] = [left.get(name) ?? "none", right.get(name) ?? "none"];
    if (was !== is) return `${name} ${was}, not ${is}`;
  }
  return undefined;
}

/** Flattens a basis into names such as `preprocessing.boilerplate` with their values. */
function flat(basis: JsonObject, prefix = ""): Map<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of Object.entries(basis)) {
    if (typeof value === "object" && value !== null && !Array.isArray(value) && prefix === "") {
      for (const [inner, text] of flat(value as JsonObject, `${name}.`)) all.set(inner, text);
    } else all.set(`${prefix}${name}`, typeof value === "string" ? value : JSON.stringify(value));
  }
  return all;
}

/** Throws a `UsageError` that names the first difference, or if the run uses none of the thresholds. */
export function requireSameBasis(
  { file, thresholds }: ThresholdFile,
  settings: Settings,
  measures: readonly Measure[],
): void {
  const wanted = new Map<string, unknown>(Object.entries(settings));
  // A threshold on the command line overrides the threshold in the file.
  const used = settings.measures.filter(({ tuned }) => tuned === true);
  if (used.length === 0) {
    throw new UsageError(
      `${file} has no threshold that this run uses: it has ${[...thresholds.keys()].join(", ")}. Choose measures with -tm.`,
    );
  }
  // The learned combination decides without thresholds.
  if (settings.combine === "learned") return;
  for (const { keyword, name, reference, comparison } of used) {
    const tuned = thresholds.get(formatMeasureName({ keyword, reference }))!;
    const measure = requireByKeyword(keyword, measures, "measure");
    const difference =
      comparison === tuned.comparison
        ? basisDifference(tuned.basis, thresholdBasis(measure, wanted, reference))
        : `scores ${tuned.comparison} threshold, not ${comparison}`;
    if (difference === undefined) continue;
    throw new UsageError(
      `${file}: the threshold of ${name} was tuned for ${difference}. Calibrate again, or give -tm ${name}=NUMBER.`,
    );
  }
}
