import type { PageHead } from "../../page-data.js";
import { daysOf } from "../dates.js";
import { counted, UNKNOWN_KIND, visible } from "../words.js";
import { placesOf, type ReviewCase } from "./cases.js";

/** `${each.computed} since 2018-01-27, 3 captures to the end: parked or for sale`; of an unsure case it asks. */
export function caseSentence(head: PageHead, each: ReviewCase): string {
  const timeMap = head.timeMaps[each.timeMap]!;
  const count = placesOf(head, each).length;
  const [from, to] = [dayOf(head, each.timeMap, each.from), dayOf(head, each.timeMap, each.to)];
  if (each.drawn !== undefined) return `on-topic on ${from}: drawn to be checked`;
  const isStart = each.from === 0;
  const isEnd = each.to === timeMap.strip.length - 1;
  const when =
    isStart && isEnd
      ? `${each.computed} from the first capture to the last, ${counted(count, "capture")}`
      : isEnd
        ? `${each.computed} since ${from}, ${counted(count, "capture")} to the end`
        : count === 1
          ? `${each.computed} on ${from}, 1 capture`
          : `${each.computed} from ${from} to ${to}, ${counted(count, "capture")}`;
  const what = each.kind === UNKNOWN_KIND ? "kind of page not known" : visible(each.kind ?? "");
  const asks = each.computed === "unsure" ? ". Off-topic? y: off-topic, n: on-topic" : "";
  return `${when}: ${what}${asks}`;
}

/** The day of a memento: `2018-01-27`. */
export function dayOf({ timeMaps }: PageHead, timeMap: number, place: number): string {
  const day = daysOf(timeMaps[timeMap]!)[place]!;
  return Number.isNaN(day) ? "no date" : new Date(day).toISOString().slice(0, 10);
}
