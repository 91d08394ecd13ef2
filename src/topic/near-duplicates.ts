import type { TopicWords } from "../features/topic-words.js";
import { hash53 } from "../math/hash53.js";

/**
 * Words of a shingle, the resemblance from which two documents are the same, and the difference in characters below
 * which they are compared.
 */
export const RESEMBLANCE = { words: 5, threshold: 0.9, characters: 500 } as const;

/** The runs of five words of a document, as hashes without repeats, in ascending order; a shorter document is one. */
export function shinglesOf({ words: all }: TopicWords): Float64Array {
  const words = all.filter((word) => word !== "");
  const { words: size } = RESEMBLANCE;
  const hashes = new Set<number>();
  for (let at = 0; at === 0 || at + size <= words.length; at += 1)
    hashes.add(hash53(words.slice(at, at + size).join(" ")));
  return Float64Array.from(hashes).sort();
}

/** Shared shingles as a share of all: 1 for equal sets, 0 for sets that share nothing. */
export function resemblance(one: Float64Array, other: Float64Array): number {
  let shared = 0;
  let at = 0;
  for (const hash of one) {
    while (at < other.length && other[at]! < hash) at += 1;
    if (other[at] === hash) shared += 1;
  }
  return shared / (one.length + other.length - shared);
}

interface Known {
  readonly shingles: Float64Array;
  readonly characters: number;
}

/**
 * Tells documents that are the same as one before, though not byte for byte: those of nearly one length of which the
 * shingles resemble each other (the paper, section 4, step 6). Only documents that share one of the few shingles
 * that the resemblance cannot do without are compared.
 */
export class NearDuplicates {
  readonly #byShingle = new Map<number, Known[]>();

  /** Whether the document is a near-duplicate of one before; keeps it when it is not. */
  isKnown(document: TopicWords): boolean {
    const shingles = shinglesOf(document);
    const known: Known = { shingles, characters: charactersOf(document) };
    // Sets that share so large a part share one of the first shingles in any fixed order.
    const needed = Math.ceil(RESEMBLANCE.threshold * shingles.length);
    const prefix = shingles.subarray(0, shingles.length - needed + 1);
    const compared = new Set<Known>();
    for (const hash of prefix) {
      for (const other of this.#byShingle.get(hash) ?? []) {
        if (compared.has(other)) continue;
        compared.add(other);
        if (isSame(known, other)) return true;
      }
    }
    for (const hash of prefix) {
      const there = this.#byShingle.get(hash);
      if (there === undefined) this.#byShingle.set(hash, [known]);
      else there.push(known);
    }
    return false;
  }
}

const isSame = (one: Known, other: Known): boolean =>
  Math.abs(one.characters - other.characters) < RESEMBLANCE.characters &&
  resemblance(one.shingles, other.shingles) >= RESEMBLANCE.threshold;

function charactersOf({ widths }: TopicWords): number {
  let characters = 0;
  for (const width of widths) characters += width + 1;
  return Math.max(0, characters - 1);
}
