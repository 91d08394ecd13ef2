import type { ClusterSettings } from "../../command/choices.js";
import { allowedDistance, leastStyle } from "./near-settings.js";
import type { Forest } from "../../base/math/forest.js";
import { hash53 } from "../../base/math/sketch.js";

/** Names that are counted before those of the least counts are forgotten. */
const MOST_NAMES = 1 << 20;

/**
 * In how many kinds of pages each class name occurs. Memory is bounded: names that were rare when there were too many are
 * forgotten, which makes work and changes no result.
 */
export class NameCounts {
  #counts = new Map<string, number>();
  #isWhole = true;

  /** False when names have been forgotten. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  add(name: string, count = 1): void {
    this.#counts.set(name, this.of(name) + count);
    if (this.#counts.size > MOST_NAMES) this.#forgetRare();
  }

  /** Names may be missing, so that one that is not there may not be rare. */
  setPartial(): void {
    this.#isWhole = false;
  }

  all(): Iterable<readonly [name: string, count: number]> {
    return this.#counts;
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  #forgetRare(): void {
    this.#isWhole = false;
    for (let least = 2; this.#counts.size > MOST_NAMES / 2; least *= 2) {
      this.#counts = new Map([...this.#counts].filter(([, count]) => count >= least));
    }
  }
}

/** What keys are made of. */
interface KeyedPage {
  readonly classes: readonly string[];
  readonly elements: number;
}

/**
 * Keys of which two pages that are near share one. Styles that are alike enough share a name among their rarest ones
 * (prefix filtering: Chaudhuri, Ganti and Kaushik 2006): the first of all names in any one order, so that counts decide
 * only how many pages share a key. Pages without classes, and all where style need not be alike, go by size: near ones
 * have sizes of one band or of two bands side by side.
 */
export function keysOf(
  { classes, elements }: KeyedPage,
  counts: NameCounts,
  settings: ClusterSettings,
): string[] {
  const least = leastStyle(settings);
  if (least <= 0) return bandsOf(elements, allowedDistance(1, settings), settings);
  if (classes.length === 0) {
    return bandsOf(elements, allowedDistance(undefined, settings), settings);
  }
  const ordered = [...classes].sort((a, b) => counts.of(a) - counts.of(b) || (a < b ? -1 : 1));
  const rare = ordered.slice(0, rarestOf(classes.length, least));
  const shared = counts.isWhole ? rare.filter((name) => counts.of(name) > 1) : rare;
  return [...new Set(shared.map((name) => hash53(name).toString(36)))];
}

/** How many of the rarest names of a set one of them must be shared by another so that their index is `least`. */
export const rarestOf = (size: number, least: number): number =>
  size - Math.ceil(least * size - 1e-9) + 1;

function bandsOf(
  elements: number,
  share: number,
  { insertCost = 1, removeCost = 1, renameCost = 1 }: ClusterSettings,
): string[] {
  const dearest = Math.max(insertCost, removeCost, renameCost);
  const apart = (share * dearest) / ((insertCost + removeCost) / 2);
  // Any number of elements may be one too many.
  if (!(apart < 1)) return ["#"];
  const step = Math.log((1 + apart) / (1 - apart)) + 1e-9;
  const band = Math.floor(Math.log(Math.max(1, elements)) / step);
  return [`#${band}`, `#${band + 1}`];
}

/** What unites the near ones of a group. */
interface NearGroup {
  /** Of each thing its keys, in their order. */
  readonly keysOf: (thing: number) => readonly string[];
  /** Whether two things are near, the one that comes first given first. */
  readonly isNear: (first: number, second: number) => boolean;
  readonly forest: Forest;
}

/** Parts of a group from which on what their first pages connect saves more than it costs. */
const manyParts = 64;

/**
 * Unites the near things of a group, which are all that have a key, in ascending order. Things that are connected
 * already are not compared; each other pair is with certainty in the group of the first key that both have. Yields a pair
 * that is united, and nothing before each comparison.
 */
export function* uniteNear(
  key: string,
  group: Iterable<number>,
  { keysOf: keys, isNear, forest }: NearGroup,
): Generator<readonly [first: number, second: number] | undefined, void> {
  let parts: number[][] = [];
  for (const second of group) {
    let own: Set<string> | undefined;
    const isOfKey = (first: number): boolean => {
      own ??= new Set(keys(second));
      return keys(first).find((each) => own!.has(each)) === key;
    };
    let home: number[] | undefined;
    const left: number[][] = [];
    for (const part of parts) {
      let isConnected = forest.rootOf(part[0]!) === forest.rootOf(second);
      // Where there are many parts the first is compared in any case: most groups are of a few templates.
      for (let at = 0; at < part.length && !isConnected; at++) {
        if ((at > 0 || parts.length < manyParts) && !isOfKey(part[at]!)) continue;
        yield;
        isConnected = isNear(part[at]!, second);
        if (!isConnected) continue;
        forest.unite(part[at]!, second);
        yield [part[at]!, second];
      }
      if (!isConnected || home === undefined) left.push(part);
      else for (const each of part) home.push(each);
      if (isConnected) home ??= part;
    }
    if (home === undefined) left.push([second]);
    else home.push(second);
    parts = left;
  }
}
