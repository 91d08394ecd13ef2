import { groupBy } from "../base/math/group-by.js";
import { counted } from "../base/text.js";
import type { ProfileName } from "../score/settings/types.js";
import type { Label } from "../write/decisions.js";
import type { SavedMemento } from "../write/entry.js";
import { csvRows } from "../write/formats/forms.js";
import type { SavedResults } from "../write/read-results.js";
import { pageKindTitle, probabilityOf } from "../write/writing.js";
import { certaintyOf, scalesOf } from "./certainty.js";
import { reportRun } from "./saved-run.js";
import { countText, type ListCount } from "./list-count.js";
import { stretchesOf } from "./page-data.js";
import { byDate } from "./saved-run.js";
import { type Reason, ReviewList } from "./review-list.js";

export interface Listed {
  readonly look: "case" | "check";
  readonly reason: Reason;
  /** Captures of the case, oldest first, or the one capture to check. */
  readonly captures: readonly SavedMemento[];
  /** What is asked about if the check is off-topic: the captures after it, and those before it. */
  readonly stretches: readonly (readonly SavedMemento[])[];
  /** Probability of the least certain capture, if the learned combination decided. */
  readonly probability?: number;
}

/** The order of the results has no influence. `profile` has the thresholds for results that do not contain theirs. */
export function reviewList(results: SavedResults, profile?: ProfileName): Listed[] {
  const scales = scalesOf(reportRun(results, profile, undefined).cuts);
  const list = new ReviewList(scales);
  const timeMaps = [...groupBy(results.mementos, ({ uriT }) => uriT).values()].map(oldestFirst);
  for (const mementos of timeMaps) {
    for (const memento of mementos) list.add(memento);
    list.endTimeMap();
  }
  const certainty = (memento: SavedMemento): number => certaintyOf(memento, scales) ?? Infinity;
  return list.entries().map(({ reason, shown }): Listed => {
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
  mementos.toSorted((one, other) => {
    const [a, b] = [placeOf(one), placeOf(other)];
    return byDate(one, other) || (a < b ? -1 : a > b ? 1 : 0);
  });

const placeOf = ({ uriM, capture: { source } }: SavedMemento): string =>
  `${uriM}\n${source?.file ?? ""}\n${String(source?.offset ?? 0).padStart(16, "0")}`;

/** Numbers of entries and captures of a list. */
export interface ListSize {
  readonly cases: number;
  /** Number of captures in the cases. */
  readonly captures: number;
  readonly checks: number;
}

export function sizeOf(list: readonly Listed[]): ListSize {
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
export type DecidedCounts = Readonly<Record<Listed["look"], ListCount>>;

/**
 * An entry is decided if all its captures are. A decision on one capture of a case is not a decision on the case. The
 * captures beside a check that is off-topic count like checks.
 */
export function decidedCounts(
  list: readonly Listed[],
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

const COLUMNS = [
  ...["Order", "Look", "Reason", "URI-R", "URI-M", "Captures", "First Date", "Last Date"],
  ...["Kind", "Probability"],
];

/** Returns a list as CSV with a row for each entry. Its URI-M is that of the first capture. */
export function listCsv(list: readonly Listed[]): string {
  const rows = list.map(({ look, reason, captures, probability }, at) => {
    const first = captures[0]!;
    const { uriR, mementoDatetime } = first.capture;
    return {
      ...{ Order: at + 1, Look: look, Reason: reasonText(reason, captures) },
      ...{ "URI-R": uriR, "URI-M": first.uriM },
      Captures: captures.length,
      "First Date": mementoDatetime,
      "Last Date": captures.at(-1)!.capture.mementoDatetime,
      ...{ Kind: pageKindTitle(first), Probability: probability },
    };
  });
  return csvRows([COLUMNS]) + csvRows(rows, { columns: COLUMNS, uris: ["URI-R", "URI-M"] });
}

/** Returns the reason, for a lost identity with what is gone if the results have their evidence. */
function reasonText(reason: Reason, captures: Listed["captures"]): string {
  if (reason !== "identity lost") return reason;
  const { evidence } = captures.find(({ hasLostIdentity }) => hasLostIdentity === true)!;
  const why = evidence?.doubt ?? evidence?.reason;
  return why === undefined ? reason : `${reason}: ${why}`;
}
