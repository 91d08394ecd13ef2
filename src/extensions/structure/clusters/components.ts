import type { Forest } from "../../../base/math/forest.js";
import { hash53 } from "../../../base/math/sketch.js";
import type { ClusterSettings } from "./options.js";
import { allowedDistance, leastStyle } from "./near-settings.js";

/** Maximum number of class names that are counted. If there are more, the rarest names are forgotten. */
const MOST_NAMES = 1 << 20;

/**
 * Number of page kinds in which each class name occurs. Memory is bounded, because rare names are forgotten if there
 * are too many. Forgetting causes more comparisons, but does not change the result.
 */
export class NameCounts {
  #counts = new Map<string, number>();
  #isWhole = true;

  /** False if names have been forgotten. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  add(name: string): void {
    this.#counts.set(name, this.of(name) + 1);
    if (this.#counts.size > MOST_NAMES) this.#forgetRare();
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

interface KeyedPage {
  readonly classes: readonly string[];
  readonly elements: number;
}

/**
 * Two pages that are near neighbours always share a key. Sufficiently similar styles share a name among their rarest
 * names (prefix filtering: Chaudhuri, Ganti and Kaushik 2006). Any fixed order of names would work, so the counts only
 * affect how many pages share a key. Pages without classes, and all pages if styles may differ completely, have keys by
 * size, because the sizes of near neighbours are in one band or in adjacent bands.
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

/**
 * Returns how many of a set's rarest names must be compared, so that any other set with a Jaccard index of `least`
 * shares one of them.
 */
export const rarestOf = (size: number, least: number): number =>
  size - Math.ceil(least * size - 1e-9) + 1;

function bandsOf(
  elements: number,
  share: number,
  { insertCost = 1, removeCost = 1, renameCost = 1 }: ClusterSettings,
): string[] {
  const dearest = Math.max(insertCost, removeCost, renameCost);
  const apart = (share * dearest) / ((insertCost + removeCost) / 2);
  // The sizes of near neighbours can differ without limit, so all pages share one key.
  if (!(apart < 1)) return ["#"];
  const step = Math.log((1 + apart) / (1 - apart)) + 1e-9;
  const band = Math.floor(Math.log(Math.max(1, elements)) / step);
  return [`#${band}`, `#${band + 1}`];
}

interface NearGroup {
  /** Returns the keys of a thing, in their order. */
  readonly keysOf: (thing: number) => readonly string[];
  /** Returns true if two things are near. `first` must come before `second`. */
  readonly isNear: (first: number, second: number) => boolean;
  readonly forest: Forest;
}

/**
 * Minimum number of parts in a group for which it pays to compare the first member of each part, because connecting
 * these parts saves more comparisons than it costs.
 */
const manyParts = 64;

/**
 * Unites the near things of a group, which are all things with the same key, in ascending order. Things that are
 * already connected are not compared. Every other pair is compared only in the group of the first key that both have.
 * Yields before each comparison.
 */
export function* uniteNear(
  key: string,
  group: Iterable<number>,
  { keysOf: keys, isNear, forest }: NearGroup,
): Generator<undefined, void> {
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
      // In a group of many parts the first member is compared even under a later key, because most groups come from a
      // few templates.
      for (let at = 0; at < part.length && !isConnected; at++) {
        if ((at > 0 || parts.length < manyParts) && !isOfKey(part[at]!)) continue;
        yield;
        isConnected = isNear(part[at]!, second);
        if (!isConnected) continue;
        forest.unite(part[at]!, second);
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
