import type { OverallStatus } from "../../../base/types.js";
import type { Label } from "../../../write/decisions.js";
import type { Look } from "../../list-count.js";
import { CASE_FLAGS, type PageCheck, type PageHead, STRIP } from "../../page-data.js";
import { daysOf } from "../time-columns.js";
import { UNKNOWN_KIND } from "../words.js";

/** Mementos of a TimeMap that are decided together, by their places in ascending order. */
export interface Captures {
  readonly timeMap: number;
  readonly places: readonly number[];
}

/** Unit of a decision: mementos of one TimeMap that a reviewer looks at together. */
export interface ReviewCase extends Captures {
  /** TimeMap and place of the first memento, such as `12.3`. */
  readonly id: string;
  readonly look: Look;
  /** Place of the memento to look at first. */
  readonly place: number;
  /** Whether the page changed for good at the first memento. */
  readonly isChange: boolean;
  readonly computed: OverallStatus;
  /** Kind of page; absent for on-topic mementos of no known kind. */
  readonly kind?: string | undefined;
  readonly texts: number;
  /** Places at which the text changes. */
  readonly breaks: readonly number[];
  readonly batch?: number | undefined;
}

/** Returns the cases of a report in the order of the lists. */
export function casesOf(head: PageHead): ReviewCase[] {
  const { cases, kinds } = head;
  const breaks = new Map(cases.breaks.map(([at = -1, ...places]) => [at, places]));
  const runs = cases.timeMap.map((timeMap, at): ReviewCase => {
    const flags = cases.flags[at]!;
    const [from, batch] = [cases.from[at]!, cases.batch[at]!];
    const isUnsure = (flags & CASE_FLAGS.unsure) > 0;
    const isOnTopic = (flags & CASE_FLAGS.onTopic) > 0;
    const kind = kinds[cases.kind[at]!];
    return {
      ...{ id: `${timeMap}.${from}`, look: "case", timeMap, place: from },
      places: judgedPlaces(head, timeMap, from, cases.to[at]!),
      isChange: (flags & CASE_FLAGS.change) > 0,
      computed: isUnsure ? "unsure" : isOnTopic ? "on-topic" : "off-topic",
      kind: isOnTopic ? kind : (kind ?? UNKNOWN_KIND),
      texts: cases.texts[at]!,
      breaks: breaks.get(at) ?? [],
      batch: batch < 0 ? undefined : batch,
    };
  });
  const others = (look: Look, all: readonly PageCheck[]): ReviewCase[] =>
    all.map(({ timeMap, place, places, kind }) => ({
      ...{ id: `${timeMap}.${places[0]!}`, look, timeMap, place, places, kind },
      ...{ isChange: false, computed: "on-topic", texts: 1, breaks: [] },
    }));
  return [...runs, ...others("check", cases.checks), ...others("random", cases.random)];
}

/** Returns the places of a range that have a verdict. Mementos without one belong to no case. */
export function judgedPlaces(
  { timeMaps }: PageHead,
  timeMap: number,
  from: number,
  to: number,
): readonly number[] {
  const { strip } = timeMaps[timeMap]!;
  const places: number[] = [];
  for (let place = from; place <= to; place += 1) {
    if (strip[place] !== STRIP.undecided) places.push(place);
  }
  return places;
}

/** Splits a case. The second one begins at `start`, which is a place of the case but not its first. */
export function splitCase(each: ReviewCase, start: number): [ReviewCase, ReviewCase] {
  const part = (isOwn: (place: number) => boolean): ReviewCase => {
    const places = each.places.filter(isOwn);
    const breaks = each.breaks.filter((place) => isOwn(place) && place !== start);
    const [place = start] = places;
    const id = `${each.timeMap}.${place}`;
    return { ...each, id, place, places, breaks, texts: breaks.length + 1 };
  };
  const after = part((place) => place >= start);
  return [part((place) => place < start), { ...after, isChange: false }];
}

/**
 * Returns the place of the memento that is shown next to a memento of a case, which is none of the case itself. For a
 * case that begins with a lasting change, this is the last memento before it, and for a check the memento with which the
 * others of the seed are compared. Else it is the last on-topic memento before the shown one, or the first after it. A
 * decision overrides the verdict. Returns `undefined` if there is no such memento.
 */
export function goodPlace(
  model: {
    readonly head: PageHead;
    labelAt(timeMap: number, place: number): Label | undefined;
  },
  { timeMap, places, isChange, look }: ReviewCase,
  shown: number,
): number | undefined {
  const { head } = model;
  const { strip, first } = head.timeMaps[timeMap]!;
  const before = isChange ? judgedPlaces(head, timeMap, 0, places[0]! - 1).at(-1) : undefined;
  if (before !== undefined) return before;
  const own = new Set(places);
  const isGood = (place: number): boolean => {
    if (own.has(place)) return false;
    const label = model.labelAt(timeMap, place);
    return label === undefined ? strip[place] === STRIP.onTopic : label === "on-topic";
  };
  if (look === "check" && first !== undefined && isGood(first)) return first;
  for (let place = shown - 1; place >= 0; place -= 1) if (isGood(place)) return place;
  for (let place = shown + 1; place < strip.length; place += 1) if (isGood(place)) return place;
  return undefined;
}

/** Returns the day of a memento, such as `2018-01-27`. */
export function dayOf({ timeMaps }: PageHead, timeMap: number, place: number): string {
  const day = daysOf(timeMaps[timeMap]!)[place]!;
  return Number.isNaN(day) ? "no date" : new Date(day).toISOString().slice(0, 10);
}
