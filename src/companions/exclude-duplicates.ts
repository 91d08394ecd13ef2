import { hammingDistance, simhashFromDecimal, type Simhash } from "../math/simhash.js";
import type { SavedMemento } from "../results/saved-memento.js";
import { byTimeMap } from "./by-timemap.js";

/** Share of the Simhash's bits up to which two mementos are duplicates, as in OTMT. */
export const DUPLICATE_SHARE = 0.2;

const BITS = 64;

/**
 * The mementos of each TimeMap that are no duplicates, oldest first: one is kept when its Simhash differs from that of
 * the last one kept in more than `share` (0 to 1) of 64 bits; the first is always kept. Mementos without a Simhash are
 * left out. (SPEC section 10; OTMT compares with the memento before, kept or not, so that a page which changes bit by bit
 * is kept once, and the first of all with 0.)
 */
export function excludeDuplicates(
  mementos: readonly SavedMemento[],
  share: number = DUPLICATE_SHARE,
): SavedMemento[] {
  const kept: SavedMemento[] = [];
  for (const timeMap of byTimeMap(mementos)) {
    let last: Simhash | undefined;
    for (const memento of timeMap) {
      if (memento.simhash === undefined) continue;
      const simhash = simhashFromDecimal(memento.simhash);
      if (last !== undefined && hammingDistance(last, simhash) / BITS <= share) continue;
      kept.push(memento);
      last = simhash;
    }
  }
  return kept;
}
