import { Forest } from "./forest.js";
import { append, groupBy } from "./group-by.js";
import type { Simhash } from "./simhash.js";

/*
 * One grouper for texts that are nearly equal. Texts have keys, such as the bands of their hashes, which nearly equal
 * texts share, so that only texts with a common key are compared.
 */

interface NearOptions<Item> {
  readonly isNear: (one: Item, other: Item) => boolean;
  /**
   * Greatest number of items of a key with which another one is compared, so that the time is linear. An item then joins
   * the first of them that is near.
   */
  readonly most?: number;
}

/** Groups of items that are near each other, or that other near items connect. */
export class NearGroups<Item> {
  readonly #options: NearOptions<Item>;
  readonly #forest = new Forest();
  readonly #items: Item[] = [];
  readonly #byKey = new Map<unknown, number[]>();

  constructor(options: NearOptions<Item>) {
    this.#options = options;
  }

  /** Returns the number of the item: 0 for the first. An item without keys is alone. */
  add(item: Item, keys: Iterable<unknown>): number {
    const at = this.#forest.add();
    this.#items.push(item);
    const { most = Infinity } = this.#options;
    for (const key of keys) {
      const others = this.#byKey.get(key) ?? [];
      this.#unite(at, others);
      if (others.length < most) append(this.#byKey, key, at);
    }
    return at;
  }

  #unite(at: number, others: readonly number[]): void {
    const { isNear, most } = this.#options;
    const item = this.#items[at]!;
    for (const other of others) {
      if (most === undefined && this.#forest.rootOf(other) === this.#forest.rootOf(at)) continue;
      if (!isNear(this.#items[other]!, item)) continue;
      this.#forest.unite(other, at);
      if (most !== undefined) return;
    }
  }

  /** Returns the group of an item: the number of its first member. */
  groupOf(at: number): number {
    return this.#forest.rootOf(at);
  }

  /** Returns the members of each group, in the order of the first members. */
  groups(): number[][] {
    return [...groupBy(this.#items.keys(), (at) => this.groupOf(at)).values()];
  }
}

const BITS = 64;

/**
 * Cuts a Simhash into bands of nearly equally many bits. Hashes that differ in fewer bits than there are bands share a
 * band (Manku, Jain and Das Sarma, WWW 2007).
 */
export function simhashBands({ high, low }: Simhash, bands: number): string[] {
  const bits = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  return Array.from({ length: bands }, (_, band) => {
    const from = Math.floor((band * BITS) / bands);
    const width = Math.floor(((band + 1) * BITS) / bands) - from;
    return `${band} ${BigInt.asUintN(width, bits >> BigInt(from))}`;
  });
}
