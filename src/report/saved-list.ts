import { groupBy } from "../base/math/group-by.js";
import { byText, counted } from "../base/text.js";
import type { ProfileName } from "../score/settings/types.js";
import type { Label } from "../write/decisions.js";
import type { SavedMemento } from "../write/entry.js";
import { csvHead, csvTable, type TableColumn } from "../write/formats/forms.js";
import type { SavedResults } from "../write/read-results.js";
import { pageKindTitle, probabilityOf } from "../write/writing.js";
import { certaintyOf, scalesOf } from "./certainty.js";
import { byDate, reportRun } from "./saved-run.js";
import { countText, type ListCount } from "./list-count.js";
import { stretchesOf } from "./page-data.js";
import { isOfCapture, type Reason, ReviewList } from "./review-list.js";

export interface ListedEntry {
  readonly look: "case" | "check";
  readonly reason: Reason;
  /** Captures of the case, oldest first, or the one capture to check. */
  readonly captures: readonly SavedMemento[];
  /** Captures that are asked about if the check is off-topic: those after it, and those before it. */
  readonly stretches: readonly (readonly SavedMemento[])[];
  /** Probability of the least certain capture, if the learned combination decided. */
  readonly probability?: number;
}

/** The order of the results has no influence. `profile` has the thresholds for results that do not contain theirs. */
export function reviewList(results: SavedResults, profile?: ProfileName): ListedEntry[] {
  const scales = scalesOf(reportRun(results, profile, undefined).cuts);
  const list = new ReviewList(scales);
  const timeMaps = [...groupBy(results.mementos, ({ uriT }) => uriT).values()].map(oldestFirst);
  for (const mementos of timeMaps) {
    for (const memento of mementos) list.add(memento);
    list.endTimeMap();
  }
  const certainty = (memento: SavedMemento): number => certaintyOf(memento, scales) ?? Infinity;
  return list.entries().map(({ reason, shown }): ListedEntry => {
    const { timeMap, place, places, besideCheck } = shown;
    const look = shown.look === "check" ? "check" : "case";
    const isOne = look === "check" && besideCheck === undefined;
    const capturesAt = (all: readonly number[]): SavedMemento[] =>
      all.map((at) => timeMaps[timeMap]![at]!);
    const captures = capturesAt(isOne ? [place] : places);
    const stretches = stretchesOf(shown).map((each) => capturesAt(each.places));
    const least = captures.reduce((one, other) =>
      certainty(other) < certainty(one) ? other : one,
    );
    return { look, reason, captures, stretches, probability: probabilityOf(least) };
  });
}

/** Sorts the mementos of a TimeMap. Those of one second, and those without a date, get an order of their own. */
const oldestFirst = (mementos: readonly SavedMemento[]): SavedMemento[] =>
  mementos.toSorted(
    (one, other) => byDate(one, other) || byText(placeInFiles(one), placeInFiles(other)),
  );

const placeInFiles = ({ uriM, capture: { source } }: SavedMemento): string =>
  `${uriM}\n${source?.file ?? ""}\n${String(source?.offset ?? 0).padStart(16, "0")}`;

/** Numbers of entries and captures of a list. */
export interface ListSize {
  readonly cases: number;
  /** Number of captures in the cases. */
  readonly captures: number;
  readonly checks: number;
}

export function listSize(list: readonly ListedEntry[]): ListSize {
  const cases = list.filter(({ look }) => look === "case");
  return {
    cases: cases.length,
    captures: cases.reduce((sum, { captures }) => sum + captures.length, 0),
    checks: list.length - cases.length,
  };
}

/** Returns the size of a list as text: `16 cases of 25 captures and 20 checks`. */
export function sizeText({ cases, captures, checks }: ListSize): string {
  const parts = [
    ...(cases === 0 ? [] : [`${counted(cases, "case")} of ${counted(captures, "capture")}`]),
    ...(checks === 0 ? [] : [counted(checks, "check")]),
  ];
  return parts.length === 0 ? "nothing" : parts.join(" and ");
}

/** Numbers of cases and of checks, and how many of each are decided. */
export type DecidedCounts = Readonly<Record<ListedEntry["look"], ListCount>>;

/**
 * An entry is decided if all its captures are. A decision on one capture of a case is not a decision on the case. The
 * captures beside a check that is off-topic count like checks.
 */
export function decidedCounts(
  list: readonly ListedEntry[],
  labelOf: (memento: SavedMemento) => Label | undefined,
): DecidedCounts {
  const counts = { case: { all: 0, decided: 0 }, check: { all: 0, decided: 0 } };
  for (const { look, captures, stretches } of list) {
    const isOffTopic = labelOf(captures[0]!) === "off-topic";
    for (const each of [captures, ...(isOffTopic ? stretches : [])]) {
      counts[look].all += 1;
      if (each.every((one) => labelOf(one) !== undefined)) counts[look].decided += 1;
    }
  }
  return counts;
}

/** Returns counts as text: `4 of 16 cases decided; 0 of 14 checks decided`. A list without entries is left out. */
export const decidedText = (counts: DecidedCounts): string =>
  (["case", "check"] as const)
    .flatMap((look) => (counts[look].all === 0 ? [] : [countText(look, counts[look])]))
    .join("; ");

const COLUMNS: readonly TableColumn<
  ListedEntry & { readonly order: number; readonly first: SavedMemento }
>[] = [
  { name: "Order", value: ({ order }) => order },
  { name: "Look", value: ({ look }) => look },
  { name: "Reason", value: ({ reason, captures }) => reasonInFull(reason, captures) },
  { name: "URI-R", type: "uri", value: ({ first }) => first.capture.uriR },
  { name: "URI-M", type: "uri", value: ({ first }) => first.uriM },
  { name: "Captures", value: ({ captures }) => captures.length },
  { name: "First Date", value: ({ first }) => first.capture.mementoDatetime },
  { name: "Last Date", value: ({ captures }) => captures.at(-1)!.capture.mementoDatetime },
  { name: "Kind", value: ({ first }) => pageKindTitle(first) },
  { name: "Probability", value: ({ probability }) => probability },
];

/** Returns a list as CSV with a row for each entry. Its URI-M is that of the first capture. */
export function listCsv(list: readonly ListedEntry[]): string {
  const rows = list.map((each, at) => ({ ...each, order: at + 1, first: each.captures[0]! }));
  return csvHead(COLUMNS) + csvTable(COLUMNS, rows);
}

/** Returns the reason, that of a capture with what its evidence says if the results have it. */
function reasonInFull(reason: Reason, captures: ListedEntry["captures"]): string {
  const { evidence } = captures.find((each) => isOfCapture(reason, each)) ?? {};
  const why = evidence?.doubt ?? evidence?.reason;
  return why === undefined ? reason : `${reason}: ${why}`;
}
