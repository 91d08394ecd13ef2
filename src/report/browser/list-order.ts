import type { Pattern } from "../../score/types.js";
import type { PageTimeMap } from "../page-data.js";
import { daysOf } from "./time-columns.js";
import { unsureOf } from "./words.js";

/** Keys by which the list of seeds can be sorted. */
export const SORT_KEYS = [
  "seed",
  "mementos",
  "offTopic",
  "unsure",
  "pattern",
  "since",
  "decided",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Conditions under which seeds are shown, by their names in the fragment of the URI. */
export const SHOWN = {
  "": "all seeds",
  open: "needs a decision",
  "off-topic": "off-topic captures",
  unsure: "unsure captures",
  none: "captures without a verdict",
  decided: "decisions",
  "left-out": "captures that filter leaves out",
} as const;
export type Shown = keyof typeof SHOWN;

export interface ListChoice {
  /** Part of the seed, of the URI-T or of a kind of page. Case is ignored. */
  readonly query: string;
  /** Empty for any pattern. */
  readonly pattern: Pattern | "none" | "";
  /** Empty for any kind. */
  readonly kind: string;
  readonly show: Shown;
  /** A year in which the seed has captures. Empty for any year. */
  readonly year: string;
  readonly sort: SortKey;
  readonly descending: boolean;
}

/** Facts about the TimeMap at a place, by the cases and the decisions. */
export interface SeedFacts {
  /** Kinds of its off-topic mementos. */
  kinds(place: number): readonly string[];
  isOpen(place: number): boolean;
  decided(place: number): number;
  leftOut(place: number): number;
}

/** Returns the places of the selected TimeMaps in order. TimeMaps with equal keys keep the order of the results. */
export function chosenTimeMaps(
  timeMaps: readonly PageTimeMap[],
  choice: ListChoice,
  facts: SeedFacts,
): number[] {
  const query = choice.query.trim().toLowerCase();
  const places = [...timeMaps.keys()].filter((place) => {
    const timeMap = timeMaps[place]!;
    const { seed, uriT, pattern = "none" } = timeMap;
    const kinds = facts.kinds(place);
    return (
      (choice.pattern === "" || pattern === choice.pattern) &&
      (choice.kind === "" || kinds.includes(choice.kind)) &&
      has(choice.show, timeMap, place, facts) &&
      (choice.year === "" || hasYear(timeMap, choice.year)) &&
      [seed, uriT, ...kinds].some((text) => text.toLowerCase().includes(query))
    );
  });
  const sign = choice.descending ? -1 : 1;
  const keys = timeMaps.map((timeMap, place) => sortValue(timeMap, place, choice.sort, facts));
  return places.sort((a, b) => sign * compare(keys[a]!, keys[b]!) || a - b);
}

function has(show: Shown, timeMap: PageTimeMap, place: number, facts: SeedFacts): boolean {
  const unsure = unsureOf(timeMap);
  return {
    "": true,
    open: facts.isOpen(place),
    "off-topic": timeMap.offTopic > 0,
    unsure: unsure > 0,
    none: timeMap.undecided > unsure,
    decided: facts.decided(place) > 0,
    "left-out": facts.leftOut(place) > 0,
  }[show];
}

const hasYear = (timeMap: PageTimeMap, year: string): boolean =>
  daysOf(timeMap).some((day) => String(new Date(day).getUTCFullYear()).padStart(4, "0") === year);

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

function sortValue(
  timeMap: PageTimeMap,
  place: number,
  key: SortKey,
  facts: SeedFacts,
): string | number {
  const { offTopic, strip, seed, pattern = "none", offFrom = "" } = timeMap;
  switch (key) {
    case "mementos":
      return strip.length;
    case "offTopic":
      return offTopic;
    case "unsure":
      return unsureOf(timeMap);
    case "seed":
      return seed;
    case "pattern":
      return pattern;
    case "since":
      return offFrom;
    case "decided":
      return facts.decided(place);
  }
}
