import type { Pattern } from "../../score/types.js";
import type { PageTimeMap } from "../page-data.js";
import { unsureOf } from "./words.js";

/** Keys by which the list of TimeMaps can be sorted. */
export const SORT_KEYS = [
  "seed",
  "mementos",
  "offTopic",
  "unsure",
  "share",
  "pattern",
  "since",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface ListChoice {
  /** Part of the seed, of the URI-T or of a kind of page. Case is ignored. */
  readonly query: string;
  /** Empty for any pattern. */
  readonly pattern: Pattern | "none" | "";
  /** Empty for any kind. */
  readonly kind: string;
  /** Whether only seeds that need a decision are chosen. */
  readonly open: boolean;
  readonly sort: SortKey;
  readonly descending: boolean;
}

/** Kinds of the off-topic mementos of TimeMaps, by place of the TimeMap. */
export type NamesByTimeMap = ReadonlyMap<number, readonly string[]>;

/** Returns the places of the selected TimeMaps in order. TimeMaps with equal keys keep the order of the results. */
export function chosenTimeMaps(
  timeMaps: readonly PageTimeMap[],
  choice: ListChoice,
  kindsOf: NamesByTimeMap,
  isOpen: (place: number) => boolean = () => true,
): number[] {
  const query = choice.query.trim().toLowerCase();
  const places = [...timeMaps.keys()].filter((place) => {
    const { seed, uriT, pattern } = timeMaps[place]!;
    if (choice.pattern !== "" && (pattern ?? "none") !== choice.pattern) return false;
    const kinds = kindsOf.get(place) ?? [];
    if (choice.kind !== "" && !kinds.includes(choice.kind)) return false;
    if (choice.open && !isOpen(place)) return false;
    return [seed, uriT, ...kinds].some((text) => text.toLowerCase().includes(query));
  });
  const sign = choice.descending ? -1 : 1;
  const keys = timeMaps.map((timeMap) => sortValue(timeMap, choice.sort));
  return places.sort((a, b) => sign * compare(keys[a]!, keys[b]!) || a - b);
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

function sortValue(timeMap: PageTimeMap, key: SortKey): string | number {
  const { onTopic, offTopic, strip } = timeMap;
  switch (key) {
    case "mementos":
      return strip.length;
    case "offTopic":
      return offTopic;
    case "unsure":
      return unsureOf(timeMap);
    case "share":
      return offTopic / Math.max(1, onTopic + offTopic);
    case "seed":
      return timeMap.seed;
    case "pattern":
      return timeMap.pattern ?? "none";
    case "since":
      return timeMap.offFrom ?? "";
  }
}
