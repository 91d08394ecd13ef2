import { createHash } from "node:crypto";

/** A page to be put in a cluster. */
export interface ClusterPage<Id> {
  readonly id: Id;
  readonly tree: {
    readonly labels: readonly string[];
    readonly label: readonly number[];
    readonly size: readonly number[];
  };
  /** Names of its CSS classes, each once, in code unit order. */
  readonly classes: readonly string[];
}

/** Different values, and for each page which of them it has. */
export interface Distinct<T> {
  readonly values: readonly T[];
  readonly of: readonly number[];
}

/** Tells the different values of a list apart by a text that is equal only for equal ones; only its digest is kept. */
export function distinct<P, T>(
  items: readonly P[],
  nameOf: (item: P) => string,
  valueOf: (item: P) => T,
): Distinct<T> {
  const places = new Map<string, number>();
  const values: T[] = [];
  const of = items.map((item) => {
    const name = createHash("sha256").update(nameOf(item)).digest("base64");
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, values.length);
    values.push(valueOf(item));
    return values.length - 1;
  });
  return { values, of };
}
