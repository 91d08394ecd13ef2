import type { Label } from "../../../write/decisions.js";
import { type PageCase, type PageHead, stretchesOf, STRIP } from "../../page-data.js";
import { daysOf } from "../time-columns.js";

/** Mementos of a TimeMap that are decided together, by their places in ascending order. */
export interface Captures {
  readonly timeMap: number;
  readonly places: readonly number[];
}

/** A case, check or random draw of the page, or what a reviewer has split off. */
export interface ReviewCase extends PageCase {
  /** TimeMap and place of the first memento, such as `12.3`. */
  readonly id: string;
}

/** The captures beside a check may begin with one that is drawn at random, too. */
const idOf = ({ timeMap, places, besideCheck }: PageCase): string =>
  `${timeMap}.${places[0]!}${besideCheck === undefined ? "" : "b"}`;

/** Returns the cases of a report in the order of the lists. After each check comes what is asked if it is off-topic. */
export const casesOf = ({ cases }: PageHead): ReviewCase[] =>
  cases
    .flatMap((each) => [each, ...stretchesOf(each)])
    .map((each) => ({ ...each, id: idOf(each) }));

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
    const [first = start] = places;
    const place = first < (each.besideCheck ?? first) ? places.at(-1)! : first;
    const made = { ...each, place, places, breaks, texts: breaks.length + 1 };
    return { ...made, id: idOf(made) };
  };
  const after = part((place) => place >= start);
  return [part((place) => place < start), { ...after, isChange: false }];
}

/**
 * Returns the place of the memento that is shown next to a memento of a case, which is none of the case itself. For a
 * case that begins with a lasting change, this is the last memento before it, and for a check the memento with which the
 * others of the seed are compared, even where that is asked about with others beside a check. Else it is the last on-topic
 * memento before the shown one, or the first after it. A decision overrides the verdict. Returns `undefined` if there is
 * no such memento.
 */
export function goodPlace(
  model: {
    readonly head: PageHead;
    labelAt(timeMap: number, place: number): Label | undefined;
  },
  { timeMap, places, isChange, look, besideCheck }: ReviewCase,
  shown: number,
): number | undefined {
  const { head } = model;
  const { strip, first } = head.timeMaps[timeMap]!;
  const before = isChange ? judgedPlaces(head, timeMap, 0, places[0]! - 1).at(-1) : undefined;
  if (before !== undefined) return before;
  const own = new Set(places);
  if (besideCheck !== undefined && first !== undefined && first !== shown) own.delete(first);
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
