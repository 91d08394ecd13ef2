import { append } from "../../../base/math/group-by.js";

/** Set of class names as numbers in ascending order. The rarest name has the lowest number. */
export type NameSet = Int32Array;

/**
 * Two sets of class names, by their indices in a list, and their Jaccard index, which is `undefined` if both are empty.
 */
interface StylePair {
  readonly first: number;
  readonly second: number;
  readonly style: number | undefined;
}

/**
 * Yields all pairs of different sets with a Jaccard index of at least `least`, and each set paired with itself. The
 * result is exact, unlike with MinHash. Sets with such an index share a name among their rarest names (prefix
 * filtering: Chaudhuri, Ganti and Kaushik 2006), so only sets that share one are compared. If `least` is 0 or below, it
 * yields every pair.
 */
export function* similarStyles(sets: readonly NameSet[], least: number): Generator<StylePair> {
  const byName = new Map<number, number[]>();
  for (let second = 0; second < sets.length; second++) {
    const set = sets[second]!;
    yield { first: second, second, style: styleLikeness(set, set) };
    const candidates = least > 0 ? withRareNames(set, least, byName) : sets.slice(0, second).keys();
    for (const first of candidates) {
      const style = styleLikeness(sets[first]!, set);
      if (style !== undefined && style >= least) yield { first, second, style };
    }
    if (least > 0) for (const name of rareNames(set, least)) append(byName, name, second);
  }
}

export function nameSets(sets: readonly (readonly string[])[]): NameSet[] {
  const counts = new Map<string, number>();
  for (const set of sets) for (const name of set) counts.set(name, (counts.get(name) ?? 0) + 1);
  const ranks = new Map(
    [...counts]
      .sort(([a, n], [b, m]) => n - m || (a < b ? -1 : 1))
      .map(([name], rank) => [name, rank]),
  );
  return sets.map((set) => Int32Array.from(set, (name) => ranks.get(name)!).sort());
}

/** Returns the rarest names, of which any other set with a Jaccard index of `least` has one. */
const rareNames = (set: NameSet, least: number): NameSet =>
  set.subarray(0, set.length - Math.ceil(least * set.length - 1e-9) + 1);

function withRareNames(
  set: NameSet,
  least: number,
  byName: ReadonlyMap<number, readonly number[]>,
): number[] {
  const found = new Set<number>();
  for (const name of rareNames(set, least)) {
    for (const other of byName.get(name) ?? []) found.add(other);
  }
  return [...found].sort((a, b) => a - b);
}

/** Returns the Jaccard index of two sets of class names. Returns `undefined` if both are empty. */
export function styleLikeness(one: NameSet, other: NameSet): number | undefined {
  let shared = 0;
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    const difference = one[i]! - other[j]!;
    if (difference === 0) shared += 1;
    if (difference <= 0) i += 1;
    if (difference >= 0) j += 1;
  }
  const all = one.length + other.length - shared;
  return all === 0 ? undefined : shared / all;
}
