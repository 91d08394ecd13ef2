import { verdictInTime } from "../base/possible-date.js";
import { UsageError } from "../base/errors.js";
import { compareDatetimes, toFourteenDigits } from "../base/datetime.js";
import { seedKey } from "../base/uri.js";
import { consequencesOf } from "../score/verdict/consequences.js";
import { PatternFinder } from "../score/verdict/pattern.js";
import type { Capture, OverallStatus, TopicStatus } from "../base/types.js";
import type { Override } from "../score/settings/types.js";
import { type Decision, decisionRows, isDecided, mergeDecisions, uriMOf } from "./decisions.js";
import { captureKey, insideUriM, type SavedMemento } from "./entry.js";
import type { SavedResults } from "./read-results.js";

/** Verdicts of a curator on mementos and on whole seeds. */
export interface Overrides {
  /** Verdicts by URI-M or URI-R, as written, and by URI-R, space and 14 digits for a row of a capture by its date. */
  readonly labels: ReadonlyMap<string, TopicStatus>;
  /** Keys of `labels` for rows of a capture by its date, by the SURT of their URI and the second. */
  readonly byCapture: ReadonlyMap<string, string>;
  /** First spelling of each URI, by its SURT. */
  readonly bySurt: ReadonlyMap<string, string>;
  /** URIs that have matched a memento until now, in their first spelling. */
  readonly used: Set<string>;
  /** URIs that a person looked at without a decision. */
  readonly unsure: ReadonlySet<string>;
  /** Memento-datetime of the first capture of a seed, by the SURT of the seed. Earlier captures are off-topic. */
  readonly begins?: ReadonlyMap<string, string>;
}

/**
 * Reads overrides: a tab-separated file with URI-M or URI-R and label (1, 0, on-topic, off-topic, or ? to keep the
 * computed verdict), or a file of decisions. A row with a URI-R and a date is on the capture of that second. Throws a `UsageError` for a row that cannot be read, and for two rows that
 * contradict each other in any spelling of the URI, unless person or time tells which one counts.
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
  const bySurt = new Map<string, string>();
  const byCapture = new Map<string, string>();
  const seeds = new Map<string, Decision>();
  const decisions: Decision[] = [];
  for (const { number, decision: row, problems, unreadDate } of decisionRows(text)) {
    if (row === undefined) {
      if (isCommaSeparated(text)) {
        throw new UsageError(
          `${file} is separated by commas or semicolons, and decisions by tabs. Save it as tab-separated text: URI-M or URI-R, TAB, 1 or 0.`,
        );
      }
      throw new UsageError(
        `${file}, line ${number}: not a URI and a label (${problems.join(", ")}). Give URI-M or URI-R, TAB, 1 or 0.`,
      );
    }
    if (unreadDate !== undefined && insideUriM(row.uriM) === undefined) {
      throw new UsageError(
        `${file}, line ${number}: the date "${unreadDate}" of ${row.uriM} cannot be read. Give 14 digits or ISO 8601, or none for the whole seed.`,
      );
    }
    const key = dateKey(row);
    const decision = key === undefined ? row : { ...row, uriM: nameOf(row) };
    decisions.push(decision);
    if (!isDecided(decision)) continue;
    const { uriM: uri, label } = decision;
    const same = key ?? seedKey(uri);
    const before = seeds.get(same);
    if (before !== undefined && before.label !== label && !isLater(before, decision)) {
      const spelling = before.uriM === uri ? "" : `, as ${before.uriM}`;
      const dated =
        key === undefined && insideUriM(uri) === undefined
          ? ', or name captures by a column "date" beside the URI-R'
          : "";
      throw new UsageError(
        `${file}, line ${number}: ${uri} has another label on an earlier line${spelling}. Remove one of them${dated}.`,
      );
    }
    if (before === undefined || isLater(before, decision)) seeds.set(same, decision);
    if (before === undefined) (key === undefined ? bySurt : byCapture).set(same, uri);
  }
  if (decisions.length === 0) {
    throw new UsageError(`${file} has no overrides. Give URI-M or URI-R, TAB, 1 or 0.`);
  }
  const merged = mergeDecisions(decisions);
  const labels = new Map<string, TopicStatus>();
  for (const { uriM, label } of merged) {
    if (label !== undefined && label !== "unsure") labels.set(uriM, label);
  }
  const begins = new Map<string, string>();
  const newestLast = merged.toSorted((a, b) => compareDates(a.at, b.at));
  for (const { uriM, label, begins: seed, date } of newestLast) {
    const first = date ?? insideUriM(uriM)?.mementoDatetime;
    if (seed !== undefined && label === "on-topic" && first !== undefined)
      begins.set(seedKey(seed), first);
  }
  const unsure = merged.flatMap(({ uriM, label }) => (label === "unsure" ? [uriM] : []));
  return {
    ...{ labels, bySurt, byCapture },
    ...(begins.size > 0 && { begins }),
    used: new Set(),
    unsure: new Set(unsure),
  };
}

const compareDates = (a = "0001-01-01", b = "0001-01-01"): number => compareDatetimes(a, b);

/** Tells whether the first line has two or more fields with commas between, and no tab. */
const isCommaSeparated = (text: string): boolean => {
  const [line = ""] = text.trimStart().split(/[\r\n]/u, 1);
  return (
    !line.includes("\t") &&
    /^[^,;]+[,;]\s*"?(?:label|[01?]|o(?:n|ff)-topic)\b|^[^,;]+[,;].*\blabel\b|[,;]\s*(?:\?|unsure)\s*$/iu.test(
      line,
    )
  );
};

/**
 * Returns the key of the capture that a row names by a URI-R and a date. Undefined for a row of a whole seed, and for one
 * whose URI is the URI-M of a known form: that names the capture already.
 */
const dateKey = ({ uriM, date }: Decision): string | undefined =>
  insideUriM(uriM) === undefined ? captureKey({ uriR: uriM, mementoDatetime: date }) : undefined;

/** Returns the name under which a verdict on a capture is kept if a row names it by a URI and a date. */
const nameOf = ({ uriM, date = "" }: Decision): string => `${uriM} ${toFourteenDigits(date)}`;

type Named = Pick<SavedMemento, "uriM"> & { readonly capture: Partial<Capture> };

/** Returns the names by which rows may name a capture, with the most exact one first. */
function* ownNames({ uriM, capture }: Named, { byCapture }: Overrides): Generator<string> {
  const own = uriMOf(uriM);
  yield own;
  if (byCapture.size === 0) return;
  const { uriR, mementoDatetime } = capture;
  // The URI-Ms of some archives look like URI-Rs.
  for (const uri of [own, uriR]) {
    const name = byCapture.get(captureKey({ uriR: uri, mementoDatetime }) ?? "");
    if (name !== undefined) yield name;
  }
}

/** Tells whether a curator has looked at a memento, or at its seed, without deciding. */
export function isUnsure(memento: SavedMemento, overrides: Overrides): boolean {
  const { labels, unsure } = overrides;
  for (const own of ownNames(memento, overrides)) {
    if (labels.has(own) || unsure.has(own)) return !labels.has(own);
  }
  const { uriR } = memento.capture;
  return uriR !== undefined && unsure.has(uriMOf(uriR));
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
  capture: Named,
  overrides: Overrides,
): { readonly by: Override["by"]; readonly label: TopicStatus } | undefined {
  const { labels, bySurt, used, begins } = overrides;
  for (const own of ownNames(capture, overrides)) {
    const label = labels.get(own);
    if (label === undefined) continue;
    used.add(bySurt.get(seedKey(own)) ?? own);
    return { by: "URI-M", label };
  }
  const { uriR, mementoDatetime } = capture.capture;
  const first = uriR === undefined ? undefined : begins?.get(seedKey(uriR));
  if (first !== undefined && mementoDatetime !== undefined) {
    if (compareDatetimes(mementoDatetime, first) < 0) return { by: "URI-R", label: "off-topic" };
  }
  const uri = uriR === undefined ? undefined : bySurt.get(seedKey(uriR));
  const label = uri === undefined ? undefined : labels.get(uri);
  if (uri === undefined || label === undefined) return undefined;
  used.add(uri);
  return { by: "URI-R", label };
}

export const computedOf = ({
  overall,
  override,
}: Pick<SavedMemento, "overall" | "override">): OverallStatus | undefined =>
  override === undefined ? overall : override.computed;

export function overrideResults(results: SavedResults, overrides: Overrides): SavedResults {
  const judged = results.mementos.map((memento) => overridden(memento, overrides));
  const finders = new Map<string, PatternFinder>();
  for (const memento of judged) {
    const finder = finders.get(groupOf(memento)) ?? new PatternFinder();
    finders.set(groupOf(memento), finder);
    finder.add(verdictInTime(memento));
  }
  const mementos = judged.map((memento) => ({
    ...memento,
    pattern: finders.get(groupOf(memento))?.pattern(),
  }));
  return { ...results, mementos };
}

/** Several TimeMaps may have been merged. */
const groupOf = ({ key, uriT }: SavedMemento): string => key ?? uriT;

/** Returns the URIs of overrides without a memento. They are misspelt or belong to another collection. */
export function unusedOverrides({ bySurt, byCapture, labels, used }: Overrides): string[] {
  const names = [...bySurt.values(), ...byCapture.values()];
  return names.filter((name) => labels.has(name) && !used.has(name));
}
