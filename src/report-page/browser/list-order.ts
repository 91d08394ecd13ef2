import type { Pattern } from "../../types.js";
import { type PageTimeMap, STRIP } from "../page-data.js";

/** What the list of TimeMaps can be sorted by. */
export type SortKey = "seed" | "mementos" | "offTopic" | "share" | "pattern" | "from";

/** Which TimeMaps are listed, and in what order. */
export interface ListChoice {
  /** Part of the seed or URI-T, whatever its case. */
  readonly query: string;
  /** Empty: any. */
  readonly pattern: Pattern | "none" | "";
  readonly sort: SortKey;
  readonly descending: boolean;
}

/** Places of the TimeMaps chosen, in order; equal ones in the order of the results. */
export function chosenTimeMaps(timeMaps: readonly PageTimeMap[], choice: ListChoice): number[] {
  const query = choice.query.trim().toLowerCase();
  const places = [...timeMaps.keys()].filter((place) => {
    const { seed, uriT, pattern } = timeMaps[place]!;
    if (choice.pattern !== "" && (pattern ?? "none") !== choice.pattern) return false;
    return seed.toLowerCase().includes(query) || uriT.toLowerCase().includes(query);
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
    case "share":
      return offTopic / Math.max(1, onTopic + offTopic);
    case "seed":
      return timeMap.seed;
    case "pattern":
      return timeMap.pattern ?? "none";
    case "from":
      return timeMap.from ?? "";
  }
}
/** One verdict a column, at most `most`: a column of several mementos is off-topic when one of them is. */
export function stripColumns(verdicts: string, most: number): string {
  if (verdicts.length <= most) return verdicts;
  let columns = "";
  for (let at = 0; at < most; at += 1) {
    const from = Math.floor((at * verdicts.length) / most);
    const here = verdicts.slice(from, Math.floor(((at + 1) * verdicts.length) / most));
    columns +=
      [STRIP.offTopic, STRIP.onTopic].find((each) => here.includes(each)) ?? STRIP.undecided;
  }
  return columns;
}
