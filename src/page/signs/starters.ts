import { groupBy } from "../../base/math/group-by.js";
import type { Find } from "./finds.js";
import table from "./starters.json" with { type: "json" };

/**
 * Demo content of a program, theme or template as it is shipped: titles, names and sentences, in lower case. Each of
 * them may remain on a page that somebody has made with the theme. No phrase of a theme contains another one of it.
 */
interface Starter {
  readonly software: string;
  /** Files of the software that have the phrases. */
  readonly file: string;
  readonly phrases: readonly string[];
}

export const starterTable: readonly Starter[] = table;

/** Minimum number of different phrases of one theme. */
const fewest = 3;
/**
 * Number of characters for each phrase found up to which the page has nothing but demo content, and the number from
 * which it is a page of its own that has some demo content left.
 */
const fullStarters = 250;
const sparse = 500;
const strongest = 0.85;

export interface StarterPhrase {
  readonly word: string;
  readonly starter: string;
}

/** `length` is the weighted number of characters of the page. */
export function starterFinds(found: readonly StarterPhrase[], length: number): Find[] {
  if (found.length < fewest) return [];
  const most = [...groupBy(found, ({ starter }) => starter).values()]
    .map((each) => new Set(each.map(({ word }) => word)))
    .reduce((one, other) => (other.size > one.size ? other : one));
  if (most.size < fewest) return [];
  const own = (length / most.size - fullStarters) / (sparse - fullStarters);
  const weight = strongest * (1 - Math.min(1, Math.max(0, own)));
  return weight < 0.01 ? [] : [...most].map((mark) => ({ place: "text", mark, weight }));
}
