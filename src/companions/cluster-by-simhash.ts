import { simhashFromDecimal, type Simhash } from "../math/simhash.js";
import { nearSimhashes } from "./near-simhashes.js";
import type { Sliced } from "./slice-by-datetime.js";

/** Bits in which near neighbours differ at most. */
export const NEAR_BITS = 3;

/** The cluster of mementos that have no near neighbour in their slice. */
export const NO_CLUSTER = -1;

/** A memento in its slice and cluster. */
export interface Clustered extends Sliced {
  /** From 0 in each slice, in the order of their first mementos; {@link NO_CLUSTER} for one that is like no other. */
  readonly cluster: number;
}

/**
 * Clusters the mementos of each slice by DBSCAN over the Hamming distance of their Simhashes: near neighbours differ in
 * `nearBits` (0 to 64) at most, and two make a cluster. With two, every memento that has a neighbour is a core point, so
 * clusters are the connected components. Rows come back in their order. `simhashOf` has the decimal digits by URI-M; a
 * memento without is like no other.
 */
export function clusterBySimhash(
  sliced: readonly Sliced[],
  simhashOf: ReadonlyMap<string, string>,
  nearBits: number = NEAR_BITS,
): Clustered[] {
  const slices = new Map<number, number[]>();
  for (const [row, { slice }] of sliced.entries()) {
    const known = slices.get(slice);
    if (known === undefined) slices.set(slice, [row]);
    else known.push(row);
  }
  const clusters = new Int32Array(sliced.length).fill(NO_CLUSTER);
  for (const rows of slices.values()) {
    const digits = rows.map((row) => simhashOf.get(sliced[row]!.uriM));
    for (const [at, cluster] of clustersOf(digits, nearBits).entries()) {
      clusters[rows[at]!] = cluster;
    }
  }
  return sliced.map((row, at) => ({ ...row, cluster: clusters[at]! }));
}

/** The cluster of each of these Simhashes; equal ones are looked at once. */
function clustersOf(digits: readonly (string | undefined)[], nearBits: number): number[] {
  const distinct = new Map<string, number>();
  const hashes: Simhash[] = [];
  const places = digits.map((each) => {
    if (each === undefined) return undefined;
    const known = distinct.get(each);
    if (known !== undefined) return known;
    distinct.set(each, hashes.length);
    hashes.push(simhashFromDecimal(each));
    return hashes.length - 1;
  });
  const components = new Components(hashes.length);
  nearSimhashes(hashes, nearBits, (one, other) => components.join(one, other));
  const roots = places.map((place) => (place === undefined ? undefined : components.root(place)));
  const sizes = new Map<number, number>();
  for (const root of roots) if (root !== undefined) sizes.set(root, (sizes.get(root) ?? 0) + 1);
  const numbers = new Map<number, number>();
  return roots.map((root) => {
    if (root === undefined || sizes.get(root) === 1) return NO_CLUSTER;
    const number = numbers.get(root) ?? numbers.size;
    numbers.set(root, number);
    return number;
  });
}

/** Connected components of a graph (union and find, paths halved). */
class Components {
  readonly #parents: Int32Array;

  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, at) => at);
  }

  join(one: number, other: number): void {
    this.#parents[this.root(one)] = this.root(other);
  }

  root(at: number): number {
    const parents = this.#parents;
    let here = at;
    while (parents[here] !== here) {
      parents[here] = parents[parents[here]!]!;
      here = parents[here]!;
    }
    return here;
  }
}
