/** Adds a value to the list under a key. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Items by a key, keys in the order in which they are first met (`Map.groupBy` comes with Node 21). */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) append(groups, keyOf(item), item);
  return groups;
}

/** The number of a key, from 0 on in the order in which they are first asked for. */
export function numberOf<K>(key: K, numbers: Map<K, number>): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

/**
 * Pairs things of two lists that have the same key, each at most once and several of one key in their order. Ways to
 * make a key are tried one after the other; what is paired by one is not looked at by the next.
 */
export function pairUp<A, B>(
  ones: readonly A[],
  others: readonly B[],
  ways: readonly (readonly [
    keyOfOne: (one: A) => string | undefined,
    keyOfOther: (other: B) => string | undefined,
  ])[],
): Map<A, B> {
  const pairs = new Map<A, B>();
  const taken = new Set<B>();
  for (const [keyOfOne, keyOfOther] of ways) {
    const waiting = groupBy(
      others.filter((other) => !taken.has(other)),
      keyOfOther,
    );
    waiting.delete(undefined);
    for (const one of ones) {
      if (pairs.has(one)) continue;
      const other = waiting.get(keyOfOne(one))?.shift();
      if (other === undefined) continue;
      pairs.set(one, other);
      taken.add(other);
    }
  }
  return pairs;
}
