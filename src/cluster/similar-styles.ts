/** Two sets of class names, by their places in a list, and Jaccard's index of them; undefined where both are empty. */
export interface StylePair {
  readonly first: number;
  readonly second: number;
  readonly style: number | undefined;
}

/**
 * All pairs of different sets whose Jaccard index is at least `least`, each with itself too. Exact: sets that are so
 * alike share a name among their rarest ones (prefix filtering: Chaudhuri, Ganti and Kaushik 2006), so that only those
 * are compared; nothing is left to chance as with MinHash. With `least` at 0 or below it is every pair.
 */
export function* similarStyles(
  sets: readonly (readonly string[])[],
  least: number,
): Generator<StylePair> {
  const ranked = rankNames(sets);
  const byName = new Map<number, number[]>();
  for (let second = 0; second < ranked.length; second++) {
    const set = ranked[second]!;
    yield { first: second, second, style: set.length === 0 ? undefined : 1 };
    const candidates = least > 0 ? withRareNames(set, least, byName) : earlier(second);
    for (const first of candidates) {
      const style = jaccard(ranked[first]!, set);
      if (style >= least) yield { first, second, style };
    }
    if (least > 0) for (const name of rareNames(set, least)) push(byName, name, second);
  }
}

/** Names as numbers, the rarest lowest, in ascending order. */
function rankNames(sets: readonly (readonly string[])[]): Int32Array[] {
  const counts = new Map<string, number>();
  for (const set of sets) for (const name of set) counts.set(name, (counts.get(name) ?? 0) + 1);
  const ranks = new Map(
    [...counts]
      .sort(([a, n], [b, m]) => n - m || (a < b ? -1 : 1))
      .map(([name], rank) => [name, rank]),
  );
  return sets.map((set) => Int32Array.from(set, (name) => ranks.get(name)!).sort());
}

/** As many of the rarest names as two sets would have to be without for their index to fall below `least`. */
const rareNames = (set: Int32Array, least: number): Int32Array =>
  set.subarray(0, set.length - Math.ceil(least * set.length - 1e-9) + 1);

function withRareNames(
  set: Int32Array,
  least: number,
  byName: ReadonlyMap<number, readonly number[]>,
): number[] {
  const found = new Set<number>();
  for (const name of rareNames(set, least)) {
    for (const other of byName.get(name) ?? []) found.add(other);
  }
  return [...found].sort((a, b) => a - b);
}

function* earlier(than: number): Generator<number> {
  for (let at = 0; at < than; at++) yield at;
}

function jaccard(one: Int32Array, other: Int32Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    const difference = one[i]! - other[j]!;
    if (difference === 0) shared += 1;
    if (difference <= 0) i += 1;
    if (difference >= 0) j += 1;
  }
  return shared / (one.length + other.length - shared);
}

function push(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
