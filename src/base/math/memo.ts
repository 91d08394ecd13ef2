/**
 * Returns a copy of a text that does not keep the page in memory from which it was cut. V8 stores slices of 13
 * characters or more as references into the whole page. Concatenating and slicing forces a copy, which has one byte per
 * character if the page has one.
 */
export function detached(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}
/**
 * Caches the results of a function by its argument, for up to `capacity` words of at most `longest` characters. Longer
 * words are not cached, because they do not recur. A full cache is emptied. This bounds the memory, and costs little
 * because the words of real text recur.
 */
export function memoise<Result>(
  compute: (word: string) => Result,
  capacity: number,
  longest = 64,
): (word: string) => Result {
  const results = new Map<string, Result>();
  return (word) => {
    const known = results.get(word);
    if (known !== undefined || results.has(word)) return known as Result;
    const result = compute(word);
    if (word.length > longest) return result;
    if (results.size >= capacity) results.clear();
    results.set(detached(word), result);
    return result;
  };
}

/** Returns a function that makes a value on its first call, and returns the same value again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Caches the results of a function as long as its argument exists. */
export function memoiseOf<Of extends object, Result extends object>(
  compute: (of: Of) => Result,
): (of: Of) => Result {
  const results = new WeakMap<Of, Result>();
  return (of) => {
    let result = results.get(of);
    if (result === undefined) results.set(of, (result = compute(of)));
    return result;
  };
}
