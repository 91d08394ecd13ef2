/** Adds a value to the list stored under a key. Creates the list if needed. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/**
 * Groups items by a key. Keys are in order of first occurrence. Replaces `Map.groupBy`, which only Node 21 and later
 * have.
 */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) append(groups, keyOf(item), item);
  return groups;
}

/**
 * Returns the number of a key, from 0 in order of first use.
 *
 * @example
 * ```js
 * const numbers = new Map([["html", 0]]);
 * console.log(numberOf("body", numbers), numberOf("html", numbers));
 * // 1 0
 * ```
 */
export function numberOf<K>(key: K, numbers: Map<K, number>): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

/**
 * Pairs things of two lists that have equal keys. Each thing is paired at most once. Several things with the same key
 * are paired in their order. The functions that make keys are tried in turn, and things paired by one function are not
 * considered by the next.
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
