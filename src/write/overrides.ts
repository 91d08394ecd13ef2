import { verdictInTime } from "../base/possible-date.js";
import { UsageError } from "../base/errors.js";
import { compareDatetimes, toFourteenDigits } from "../base/datetime.js";
import { seedKey } from "../base/uri.js";
import { consequencesOf } from "../score/verdict/consequences.js";
import { Course } from "../score/verdict/course.js";
import type { Capture, OverallStatus, TopicStatus } from "../base/types.js";
import type { Override } from "../score/settings/types.js";
import {
  type Decision,
  decisionRows,
  isDecided,
  type Label,
  mergeDecisions,
  uriMOf,
} from "./decisions.js";
import { captureKey, insideUriM, type SavedMemento } from "./entry.js";
import type { SavedResults } from "./read-results.js";

/** Verdicts of a curator on mementos and on whole seeds. */
export interface Overrides {
  /**
   * Labels by URI-M or URI-R as written and by its SURT, and for a row of a capture by its date by SURT, space and 14
   * digits. `unsure` if a person looked without a decision.
   */
  readonly labels: ReadonlyMap<string, Label>;
  /** First spelling of each URI with a verdict, with the date if there is one, by its key in `labels`. */
  readonly names: ReadonlyMap<string, string>;
  /** Keys of `names` that have matched a memento until now. */
  readonly used: Set<string>;
  /** Memento-datetime of the first capture of a seed, by the SURT of the seed. Earlier captures are off-topic. */
  readonly begins: ReadonlyMap<string, string>;
}

/**
 * Reads overrides: a tab-separated file with URI-M or URI-R and label (1, 0, on-topic, off-topic, or ? to keep the
 * computed verdict), or a file of decisions. A row with a URI-R and a date is on the capture of that second. Throws a
 * `UsageError` for a row that cannot be read, and for two rows that contradict each other in any spelling of the URI,
 * unless person or time tells which one counts.
 *
 * @example
 * ```js
 * const overrides = parseOverrides(
 *   "http://www.harbour-lantern-museum.example/\ton-topic\n",
 *   "mine.tsv",
 * );
 * for await (const result of detect({ input: "warc=crawl.warc", overrides }))
 *   if (result.kind === "memento") console.log(result.overall, result.override?.by);
 * // on-topic URI-R
 * // on-topic URI-R
 * ```
 */
export function parseOverrides(text: string, file: string): Overrides {
  const keys = new Map<string, string>();
  const decided = new Map<string, Decision>();
  const names = new Map<string, string>();
  const decisions: Decision[] = [];
  for (const { number, decision: row, problems } of decisionRows(text)) {
    const wrong = (message: string): UsageError =>
      new UsageError(`${file}, line ${number}: ${message}`);
    if (row === undefined) {
      throw wrong(
        `not a URI and a label (${problems.join(", ")}). Give URI-M or URI-R, TAB, 1 or 0.`,
      );
    }
    const isOfUriM = insideUriM(row.uriM) !== undefined;
    const noDate = isOfUriM ? undefined : problems.find((each) => each.startsWith("date "));
    if (noDate !== undefined) {
      throw wrong(`${noDate}. Give 14 digits or ISO 8601, or none for the whole seed.`);
    }
    // A URI-M of a known form names the capture already.
    const dated = isOfUriM ? undefined : captureKey({ uriR: row.uriM, mementoDatetime: row.date });
    const key = dated ?? seedKey(row.uriM);
    const date = dated === undefined ? "" : ` ${toFourteenDigits(row.date!)}`;
    const decision = { ...row, uriM: `${row.uriM}${date}` };
    keys.set(uriMOf(decision.uriM), key);
    decisions.push(decision);
    if (!isDecided(decision)) continue;
    const before = decided.get(key);
    if (before !== undefined && before.label !== row.label && !isLater(before, decision)) {
      const spelling = before.uriM === decision.uriM ? "" : `, as ${before.uriM}`;
      throw wrong(
        `${decision.uriM} has another label on an earlier line${spelling}. Remove one of them, or name captures by a column "date" beside the URI-R.`,
      );
    }
    if (before === undefined || isLater(before, decision)) decided.set(key, decision);
    if (!names.has(key)) names.set(key, decision.uriM);
  }
  if (decisions.length === 0) {
    throw new UsageError(`${file} has no overrides. Give URI-M or URI-R, TAB, 1 or 0.`);
  }
  const labels = new Map<string, Label>();
  const begins = new Map<string, string>();
  for (const { uriM, label, begins: seed, date } of mergeDecisions(decisions).sort(
    byTimeOfDecision,
  )) {
    if (label === undefined) continue;
    for (const key of [uriM, keys.get(uriM)!]) {
      if (label !== "unsure" || !labels.has(key)) labels.set(key, label);
    }
    const first = date ?? insideUriM(uriM)?.mementoDatetime;
    if (seed !== undefined && label === "on-topic" && first !== undefined)
      begins.set(seedKey(seed), first);
  }
  return { labels, names, used: new Set(), begins };
}

const byTimeOfDecision = (
  { at: a = "0001-01-01" }: Decision,
  { at: b = "0001-01-01" }: Decision,
): number => compareDatetimes(a, b);

type NamedMemento = Pick<SavedMemento, "uriM"> & { readonly capture: Partial<Capture> };

/** Yields the keys by which rows may name a capture, with the most exact one first. */
function* ownKeys({ uriM, capture }: NamedMemento): Generator<string> {
  const own = uriMOf(uriM);
  yield own;
  const { uriR, mementoDatetime } = capture;
  // The URI-Ms of some archives look like URI-Rs.
  for (const uri of [own, uriR]) {
    const key = captureKey({ uriR: uri, mementoDatetime });
    if (key !== undefined) yield key;
  }
}

/** Tells whether a curator has looked at a memento, or at its seed, without deciding. */
export function isUnsure(memento: SavedMemento, { labels }: Overrides): boolean {
  const { uriR } = memento.capture;
  const own = [...ownKeys(memento)].find((key) => labels.has(key));
  return labels.get(own ?? (uriR === undefined ? "" : seedKey(uriR))) === "unsure";
}

/**
 * Tells whether two decisions on one memento are by different people or from different times, so that it is clear which
 * one counts.
 */
const isLater = (one: Decision, other: Decision): boolean =>
  one.uriM === other.uriM && (one.by !== other.by || one.at !== other.at);

/** A verdict on the memento takes precedence over a verdict on its seed. */
export function overridden<T extends SavedMemento>(result: T, overrides: Overrides): T {
  const found = verdictOn(result, overrides);
  if (found === undefined) return result;
  const { by, label: overall } = found;
  const override: Override = { by, computed: computedOf(result) };
  const judged = { ...result, overall, override };
  return result.fault === undefined ? judged : { ...judged, ...consequencesOf(judged) };
}

/**
 * Returns the verdict on a capture, or else on its seed, which then counts as used. A capture before the first one of its
 * seed is off-topic unless it has a verdict of its own.
 */
export function verdictOn(
  capture: NamedMemento,
  overrides: Overrides,
): { readonly by: Override["by"]; readonly label: TopicStatus } | undefined {
  const { labels, used, begins } = overrides;
  const verdict = (key: string): TopicStatus | undefined => {
    const label = labels.get(key);
    return label === "unsure" ? undefined : label;
  };
  for (const key of ownKeys(capture)) {
    const label = verdict(key);
    if (label === undefined) continue;
    used.add(key).add(seedKey(key));
    return { by: "URI-M", label };
  }
  const { uriR, mementoDatetime } = capture.capture;
  if (uriR === undefined) return undefined;
  const seed = seedKey(uriR);
  const first = begins.get(seed);
  if (first !== undefined && mementoDatetime !== undefined) {
    if (compareDatetimes(mementoDatetime, first) < 0) return { by: "URI-R", label: "off-topic" };
  }
  const label = verdict(seed);
  if (label === undefined) return undefined;
  used.add(seed);
  return { by: "URI-R", label };
}

export const computedOf = ({ overall, override }: SavedMemento): OverallStatus | undefined =>
  override === undefined ? overall : override.computed;

export function overrideResults(results: SavedResults, overrides: Overrides): SavedResults {
  const judged = results.mementos.map((memento) => overridden(memento, overrides));
  const courses = new Map<string, Course>();
  for (const memento of judged) {
    const course = courses.get(groupOf(memento)) ?? new Course();
    courses.set(groupOf(memento), course);
    course.add(verdictInTime(memento));
  }
  const mementos = judged.map((memento) => ({
    ...memento,
    pattern: courses.get(groupOf(memento))?.pattern,
  }));
  return { ...results, mementos };
}

/** Several TimeMaps may have been merged. */
const groupOf = ({ key, uriT }: SavedMemento): string => key ?? uriT;

/** Returns the URIs of overrides without a memento. They are misspelt or belong to another collection. */
export const unusedOverrides = ({ names, labels, used }: Overrides): string[] =>
  [...names].flatMap(([key, name]) =>
    isDecided({ label: labels.get(key) }) && !used.has(key) ? [name] : [],
  );
