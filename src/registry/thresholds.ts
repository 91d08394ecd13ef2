import { UsageError } from "../errors.js";
import type { Comparison, Measure, MeasureChoice, Reference, SettingsProfile } from "../types.js";
import { topicStatus } from "../decide/topic-status.js";
import { findByKeyword, requireByKeyword, requireChoice, type Named } from "./find.js";
import { instanceName } from "./threshold-basis.js";
import type { ThresholdFile, TunedThreshold } from "./threshold-file.js";

/** The witnesses that a measure may be given after `@`, and `--reference` takes. */
export const references: readonly Reference[] = ["first", "previous", "median", "medoid"];

/** What decides the choice of measures besides the text. */
export interface MeasureContext {
  readonly profile: SettingsProfile;
  readonly measures: readonly Measure[];
  /** Tuned thresholds for measures that are chosen without one. */
  readonly tuned?: ThresholdFile;
  /** The witness of measures that name none. */
  readonly reference: Reference;
  /** Whether measures without a threshold are enough: a learned combination decides, or scores are all that is wanted. */
  readonly needNoThreshold: boolean;
}

/**
 * Reads what stands after `-tm`: keywords or aliases separated by commas, each with an optional threshold
 * (`jaccard=0.80,bytecount`) or witness (`cosine@median=0.15`). A threshold that is not given comes from the file of
 * tuned ones, else, like every comparison, from the profile, whose thresholds are for comparing with the first memento.
 * Throws a `UsageError` for an unknown measure, one named twice, a threshold that is no number or out of the measure's
 * range, and when no measure has a threshold at all.
 */
export function chooseMeasures(text: string, context: MeasureContext): MeasureChoice[] {
  const { measures, tuned, needNoThreshold } = context;
  const chosen: MeasureChoice[] = [];
  for (const part of text.split(",")) {
    const [left = "", ...rest] = part.split("=").map((piece) => piece.trim());
    if (/^@|^$/u.test(left)) {
      throw new UsageError(
        `"${text}" names no measure at one place. Write -tm cosine or -tm jaccard=0.80,bytecount.`,
      );
    }
    refuseColon(left, measures);
    refuseDecimalComma(left, text, chosen.at(-1));
    const { found: measure, reference = context.reference } = requireInstance(left, measures);
    const isNamed = (choice: MeasureChoice): boolean =>
      choice.keyword === measure.keyword && (choice.reference ?? "first") === reference;
    if (chosen.some(isNamed)) {
      throw new UsageError(`measure "${measure.keyword}" is named twice in "${text}".`);
    }
    const instance = instanceName(measure.keyword, reference);
    const fromFile = rest.length === 0 ? tuned?.thresholds.get(instance) : undefined;
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
 * What `cosine` or `cosine@median` names, wherever it stands: keyword or alias, in any letter case, and what is compared
 * with. Throws a `UsageError` where it names nothing.
 */
export function requireInstance<T extends Named>(
  text: string,
  definitions: readonly T[],
  what = "measure",
): { readonly found: T; readonly reference: Reference | undefined } {
  const at = text.indexOf("@");
  const name = (at < 0 ? text : text.slice(0, at)).trim();
  const found = requireByKeyword(name, definitions, what);
  if (at < 0) return { found, reference: undefined };
  const witness = text.slice(at + 1).trim();
  return { found, reference: requireChoice(witness, references, `witness of ${found.keyword}`) };
}

/** The thresholds of a file under the names by which they are looked up. Throws a `UsageError` for unknown names. */
export function namedThresholds(
  { file, thresholds }: ThresholdFile,
  measures: readonly Measure[],
): ThresholdFile {
  const named = new Map<string, TunedThreshold>();
  for (const [text, tuned] of thresholds) {
    const { found, reference } = requireInstance(text, measures, `measure in ${file}`);
    const name = instanceName(found.keyword, reference);
    if (named.has(name)) throw new UsageError(`${file} has two thresholds of ${name}.`);
    named.set(name, tuned);
  }
  return { file, thresholds: named };
}

/** `cosine:0.15` is a measure with a threshold, written as other tools would have it. */
function refuseColon(name: string, measures: readonly Measure[]): void {
  const [keyword = "", threshold] = name.split(":");
  if (threshold === undefined || findByKeyword(keyword, measures) === undefined) return;
  throw new UsageError(
    `"${name}" has a colon before its threshold. Write ${keyword}=${threshold}.`,
  );
}

/** `cosine=0,15` is a threshold as many languages write it; the comma separates measures here. */
function refuseDecimalComma(name: string, text: string, before: MeasureChoice | undefined): void {
  if (before === undefined || !/^\d+$/u.test(name)) return;
  const whole = new RegExp(`=\\s*([-+]?\\d+)\\s*,\\s*${name}\\b`, "u").exec(text)?.[1];
  if (whole === undefined) return;
  throw new UsageError(
    `"${text}" has a comma in a number. Write -tm ${before.keyword}=${whole}.${name}, with a point.`,
  );
}

/** One measure with a profile's cut, or with the threshold given as text. */
export function chooseMeasure(
  measure: Measure,
  reference: Reference,
  profile: SettingsProfile,
  given?: string,
): MeasureChoice {
  const { keyword, otmtKeyword = keyword, cuts } = measure;
  const { comparison, threshold } = cuts[profile === "default" ? "paper" : profile];
  // A published threshold says nothing of scores against another witness.
  const byDefault = reference === "first" ? threshold : undefined;
  const chosen = given === undefined ? byDefault : parseThreshold(given, measure);
  const name = profile === "otmt-1.0.5" ? otmtKeyword : keyword;
  if (given !== undefined && chosen !== undefined && profile !== "otmt-1.0.5") {
    refuseOffTopicEquals(measure, { comparison, threshold: chosen });
  }
  return {
    keyword,
    ...(reference !== "first" && { reference }),
    name: reference === "first" ? name : `${name}@${reference}`,
    comparison,
    ...(chosen !== undefined && { threshold: chosen }),
  };
}

/** Whether equal pages are off-topic by a threshold. */
export function callsEqualsOffTopic(
  { equalScore }: Pick<Measure, "equalScore">,
  { threshold, comparison }: Pick<MeasureChoice, "threshold" | "comparison">,
): boolean {
  if (threshold === undefined) return false;
  return topicStatus(equalScore, { threshold, comparison }) === "off-topic";
}

/** A forgotten minus (`wordcount=0.7`) would make every page off-topic. */
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

function parseThreshold(text: string, { keyword, range: [low, high] }: Measure): number {
  const threshold = Number(text);
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/iu.test(text) || !Number.isFinite(threshold)) {
    // A minus sign or a dash of a word processor.
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
