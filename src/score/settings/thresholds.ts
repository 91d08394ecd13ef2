import { UsageError } from "../../base/errors.js";
import { members } from "../../base/json.js";
import type { Json, JsonObject } from "../../base/types.js";
import { topicStatus } from "../verdict/decide.js";
import {
  formatMeasureName,
  isSameMeasure,
  parseMeasureName,
  references,
} from "../scoring/measure-id.js";
import type { Comparison, ThresholdFile, TunedThreshold } from "./threshold-file.js";
import type { MeasureChoice, Reference, Settings, SettingsProfile } from "./types.js";
import type { Measure } from "../types.js";
import { findByKeyword, type Named, requireByKeyword, requireChoice } from "../../base/find.js";
import { readsWords } from "./preprocessing.js";
import { profiles } from "./profiles.js";

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

/** Returns the first difference between two bases as text, or undefined if they are equal. */
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
  let used = 0;
  for (const { keyword, name, reference, tuned: isTuned, comparison } of settings.measures) {
    const tuned = thresholds.get(formatMeasureName({ keyword, reference }));
    const measure = findByKeyword(keyword, measures);
    // A threshold on the command line overrides the threshold in the file.
    if (isTuned !== true || tuned === undefined || measure === undefined) continue;
    used += 1;
    // The learned combination decides without thresholds.
    if (settings.combine === "learned") continue;
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
interface MeasureContext {
  readonly profile: SettingsProfile;
  readonly measures: readonly Measure[];
  /** Tuned thresholds for measures that were chosen without a threshold. */
  readonly tuned?: ThresholdFile;
  /** Reference memento of measures that name no reference memento. */
  readonly reference: Reference;
  /**
   * True if measures may lack a threshold, because a learned combination decides or because the user wants only scores.
   */
  readonly needNoThreshold: boolean;
}

/**
 * Parses the value of `-tm`: keywords or aliases separated by commas, each with an optional threshold
 * (`jaccard=0.80,bytecount`) or reference memento (`cosine@median=0.15`). Missing thresholds come from the file of
 * tuned thresholds, or else from the profile, whose thresholds apply to the first memento as reference. Comparisons
 * always come from the profile. Throws a `UsageError` for an unknown measure, for a measure named twice, for a
 * threshold that is malformed or out of the measure's range, and if no measure has a threshold.
 */
export function chooseMeasures(text: string, context: MeasureContext): MeasureChoice[] {
  const { measures, tuned, needNoThreshold } = context;
  const chosen: MeasureChoice[] = [];
  for (const part of text.split(",")) {
    const [left = "", ...rest] = part.split("=").map((piece) => piece.trim());
    if (/^@|^$/u.test(left)) {
      throw new UsageError(
        `"${text}" has an entry without a measure. Write -tm cosine or -tm jaccard=0.80,bytecount.`,
      );
    }
    refuseColon(left, measures);
    refuseDecimalComma(left, text, chosen.at(-1));
    const { found: measure, reference = context.reference } = requireInstance(left, measures);
    const id = { keyword: measure.keyword, reference };
    if (chosen.some((choice) => isSameMeasure(choice, id))) {
      throw new UsageError(`measure "${measure.keyword}" is named twice in "${text}".`);
    }
    const fromFile = rest.length === 0 ? tuned?.thresholds.get(formatMeasureName(id)) : undefined;
    const given = rest.length === 0 ? fromFile?.threshold.toString() : rest.join("=");
    const choice = chooseMeasure(measure, reference, context.profile, given);
    chosen.push(fromFile === undefined ? choice : { ...choice, tuned: true });
  }
  if (!needNoThreshold && chosen.every(({ threshold }) => threshold === undefined)) {
    const names = chosen.map(({ name }) => name);
    throw new UsageError(
      `${names.join(", ")} ${names.length === 1 ? "has" : "have"} no default threshold, so nothing could be called ` +
        `off-topic. Give one (-tm ${names[0] ?? ""}=NUMBER) or add a measure that has one.`,
    );
  }
  return chosen;
}

/**
 * Returns the definition and the reference memento for a name such as `cosine` or `cosine@median`. The name has a
 * keyword or alias in any letter case. Throws a `UsageError` for an unknown name.
 */
export function requireInstance<T extends Named>(
  text: string,
  definitions: readonly T[],
  what = "measure",
): { readonly found: T; readonly reference: Reference | undefined } {
  const { keyword, reference } = parseMeasureName(text);
  const found = requireByKeyword(keyword, definitions, what);
  if (reference === undefined) return { found, reference };
  const of = `reference memento of ${found.keyword}`;
  return { found, reference: requireChoice(reference, references, of) };
}

/** Throws a `UsageError` for unknown names. */
export function namedThresholds(
  { file, thresholds }: ThresholdFile,
  measures: readonly Measure[],
): ThresholdFile {
  const named = new Map<string, TunedThreshold>();
  for (const [text, tuned] of thresholds) {
    const { found, reference } = requireInstance(text, measures, `measure in ${file}`);
    const name = formatMeasureName({ keyword: found.keyword, reference });
    if (named.has(name)) throw new UsageError(`${file} has two thresholds of ${name}.`);
    named.set(name, tuned);
  }
  return { file, thresholds: named };
}

/** Throws a `UsageError` for `cosine:0.15`, a threshold in the syntax of other tools. */
function refuseColon(name: string, measures: readonly Measure[]): void {
  const [keyword = "", threshold] = name.split(":");
  if (threshold === undefined || findByKeyword(keyword, measures) === undefined) return;
  throw new UsageError(
    `"${name}" has a colon before its threshold. Write ${keyword}=${threshold}.`,
  );
}

/** Throws a `UsageError` for `cosine=0,15`, a threshold with a decimal comma. The comma separates measures here. */
function refuseDecimalComma(name: string, text: string, before: MeasureChoice | undefined): void {
  if (before === undefined || !/^\d+$/u.test(name)) return;
  const whole = new RegExp(`=\\s*([-+]?\\d+)\\s*,\\s*${name}\\b`, "u").exec(text)?.[1];
  if (whole === undefined) return;
  throw new UsageError(
    `"${text}" has a comma in a number. Write -tm ${before.keyword}=${whole}.${name}, with a point.`,
  );
}

export function chooseMeasure(
  measure: Measure,
  reference: Reference,
  profile: SettingsProfile,
  given?: string,
): MeasureChoice {
  const { keyword, otmtKeyword = keyword, cuts } = measure;
  const { comparison, threshold } = cuts[profiles[profile].cuts];
  // A published threshold is valid only for scores against the first memento.
  const byDefault = reference === "first" ? threshold : undefined;
  const chosen = given === undefined ? byDefault : thresholdOfMeasure(given, measure);
  const { isOtmts } = profiles[profile];
  const name = isOtmts ? otmtKeyword : keyword;
  if (given !== undefined && chosen !== undefined && !isOtmts) {
    refuseOffTopicEquals(measure, { comparison, threshold: chosen });
  }
  return {
    keyword,
    ...(reference !== "first" && { reference }),
    name: formatMeasureName({ keyword: name, reference }),
    comparison,
    ...(chosen !== undefined && { threshold: chosen }),
  };
}

export function callsEqualsOffTopic(
  { equalScore }: Pick<Measure, "equalScore">,
  { threshold, comparison }: Pick<MeasureChoice, "threshold" | "comparison">,
): boolean {
  if (threshold === undefined) return false;
  return topicStatus(equalScore, { threshold, comparison }) === "off-topic";
}

/** Throws a `UsageError` if equal pages would be off-topic, for example after a forgotten minus (`wordcount=0.7`). */
function refuseOffTopicEquals(
  measure: Measure,
  { comparison, threshold }: { readonly comparison: Comparison; readonly threshold: number },
): void {
  if (!callsEqualsOffTopic(measure, { comparison, threshold })) return;
  const { keyword, equalScore, range } = measure;
  const isMeant =
    -threshold >= range[0] && !callsEqualsOffTopic(measure, { comparison, threshold: -threshold });
  const hint = isMeant ? `Did you mean ${-threshold}?` : "Give another threshold.";
  throw new UsageError(
    `by the threshold ${threshold} of ${keyword} equal pages are off-topic: their score is ${equalScore}, and ` +
      `${comparison} ${threshold} is off-topic. ${hint}`,
  );
}

function thresholdOfMeasure(text: string, { keyword, range: [low, high] }: Measure): number {
  const threshold = Number(text);
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/iu.test(text) || !Number.isFinite(threshold)) {
    // Detects a minus sign or dash that a word processor has inserted.
    const minus = /^[\u2010-\u2015\u2212](\d*\.?\d+)$/u.exec(text)?.[1];
    throw new UsageError(
      `the threshold "${text}" of ${keyword} is not a number. Write -tm ${keyword}=${minus === undefined ? "NUMBER" : `-${minus}`}.`,
    );
  }
  if (threshold < low || threshold > high) {
    const bounds = high === Infinity ? `at least ${low}` : `between ${low} and ${high}`;
    throw new UsageError(
      `the threshold ${text} of ${keyword} is out of range: scores are ${bounds}.`,
    );
  }
  return threshold;
}
