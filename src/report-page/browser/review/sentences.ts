import type { PageHead } from "../../page-data.js";
import { daysOf } from "../dates.js";
import { counted, UNKNOWN_KIND, visible } from "../words.js";
import { placesOf, type ReviewCase } from "./cases.js";

/** `off-topic since 2018-01-27, 3 captures to the end: parked or for sale`. */
export function caseSentence(head: PageHead, each: ReviewCase): string {
  const timeMap = head.timeMaps[each.timeMap]!;
  const count = placesOf(head, each).length;
  const [from, to] = [dayOf(head, each.timeMap, each.from), dayOf(head, each.timeMap, each.to)];
  if (each.drawn !== undefined) return `on-topic on ${from}: drawn to be checked`;
  const isStart = each.from === 0;
  const isEnd = each.to === timeMap.strip.length - 1;
  const when =
    isStart && isEnd
      ? `off-topic from the first capture to the last, ${counted(count, "capture")}`
      : isEnd
        ? `off-topic since ${from}, ${counted(count, "capture")} to the end`
        : count === 1
          ? `off-topic on ${from}, 1 capture`
          : `off-topic from ${from} to ${to}, ${counted(count, "capture")}`;
  const what = each.kind === UNKNOWN_KIND ? "kind of page not known" : visible(each.kind ?? "");
  return `${when}: ${what}`;
}

/** The day of a memento: `2018-01-27`. */
export function dayOf({ timeMaps }: PageHead, timeMap: number, place: number): string {
  const day = daysOf(timeMaps[timeMap]!)[place]!;
  return Number.isNaN(day) ? "no date" : new Date(day).toISOString().slice(0, 10);
}
