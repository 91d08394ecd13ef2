import type { Corridor } from "./corridor.js";
import type { NumberedTree, TreePair } from "./ordered-tree.js";

/** The edit distance, unit costs, of the Euler tours of two trees: labels where nodes open and where they close. */
export function eulerDistance([tree1, tree2]: TreePair): number {
  let pattern = eulerTour(tree1);
  let text = eulerTour(tree2);
  let same = 0;
  while (same < Math.min(pattern.length, text.length) && pattern[same] === text[same]) same += 1;
  [pattern, text] = [pattern.subarray(same), text.subarray(same)];
  if (pattern.length === 0 || text.length === 0) return pattern.length + text.length;
  return new PrefixDistances(pattern, text, false).at(pattern.length, text.length);
}

/**
 * Edit distances of the beginnings of two sequences, unit costs. A word of 32 cells is computed at a time (Myers 1999,
 * in blocks as by Hyyrö 2003); unless `keep` is set only those with the whole text are there afterwards.
 */
class PrefixDistances {
  /** Words from the beginning of one column to the next. */
  readonly #stride: number;
  /** Where a cell is one more, or one less, than the cell above it. */
  readonly #more: Int32Array;
  readonly #less: Int32Array;
  /** The distance at the end of each word. */
  readonly #ends: Int32Array;

  constructor(pattern: Int32Array, text: Int32Array, keep: boolean) {
    const words = Math.ceil(pattern.length / 32);
    const stride = keep ? words : 0;
    const length = words + stride * text.length;
    const places = placesOf(pattern, Math.max(greatest(pattern), greatest(text)) + 1, words);
    const more = new Int32Array(length).fill(-1, 0, words);
    const less = new Int32Array(length);
    const ends = new Int32Array(length);
    for (let word = 0; word < words; word++) ends[word] = 32 * (word + 1);
    for (let t = 0; t < text.length; t++) {
      const row = text[t]! * words;
      const from = t * stride;
      const to = from + stride;
      let carryMore = 1;
      let carryLess = 0;
      for (let word = 0; word < words; word++) {
        const equal = places[row + word]!;
        const up = more[from + word]!;
        const down = less[from + word]!;
        const vertical = equal | down;
        const match = equal | carryLess;
        const horizontal = ((((match & up) + up) | 0) ^ up) | match;
        const right = down | ~(horizontal | up);
        const rightLess = up & horizontal;
        const shifted = (right << 1) | carryMore;
        more[to + word] = (rightLess << 1) | carryLess | ~(vertical | shifted);
        less[to + word] = shifted & vertical;
        carryMore = right >>> 31;
        carryLess = rightLess >>> 31;
        ends[to + word] = ends[from + word]! + carryMore - carryLess;
      }
    }
    this.#stride = stride;
    this.#more = more;
    this.#less = less;
    this.#ends = ends;
  }

  /** The distance of the first `p` of the pattern and the first `t` of the text. */
  at(p: number, t: number): number {
    const at = t * this.#stride + (p >>> 5);
    const before = p < 32 ? t : this.#ends[at - 1]!;
    if ((p & 31) === 0) return before;
    const mask = (1 << (p & 31)) - 1;
    return before + ones(this.#more[at]! & mask) - ones(this.#less[at]! & mask);
  }
}

function placesOf(pattern: Int32Array, symbols: number, words: number): Int32Array {
  const places = new Int32Array(symbols * words);
  for (let p = 0; p < pattern.length; p++)
    places[pattern[p]! * words + (p >>> 5)]! |= 1 << (p & 31);
  return places;
}

/** How many bits are set. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const greatest = (numbers: Int32Array): number => numbers.reduce((a, b) => Math.max(a, b), 0);

/** Pairs of nodes of two trees beyond which {@link EulerCorridors} would take more than some 100 MB. */
export const MAX_EULER_PAIRS = 3e7;

/**
 * Corridors of two trees by their Euler tours, unit costs: the tours before a cell and after it have at most twice the
 * distance of any mapping that passes there. Much narrower than by labels alone where the limit is near the bound.
 */
export class EulerCorridors {
  readonly #rows: Int32Array;
  readonly #columns: Int32Array;
  readonly #before: PrefixDistances;
  #after: PrefixDistances | undefined;
  readonly #text: Int32Array;
  readonly #pattern: Int32Array;

  constructor([tree1, tree2]: TreePair) {
    this.#text = eulerTour(tree1);
    this.#pattern = eulerTour(tree2);
    this.#rows = closedBefore(this.#text);
    this.#columns = closedBefore(this.#pattern);
    this.#before = new PrefixDistances(this.#pattern, this.#text, true);
  }

  /** Half of the tours' distance: no mapping costs less. */
  get bound(): number {
    return Math.ceil(this.#before.at(this.#pattern.length, this.#text.length) / 2);
  }

  /** Where a mapping within the limit can pass; undefined where none is. */
  within(limit: number): Corridor | undefined {
    const [rows, columns] = [this.#rows, this.#columns];
    const [rowsLast, columnsLast] = [rows.length - 1, columns.length - 1];
    const low = new Int32Array(rows[rowsLast]! + 1).fill(-1);
    const high = new Int32Array(low.length).fill(-1);
    // Neither end of the cells that can be passed ever goes back.
    for (let t = 0, p = 0; t <= rowsLast; t++) {
      for (let steps = 1; ; p += steps) {
        if (p > columnsLast) return undefined;
        steps = this.#stepsTo(p, t, limit);
        if (steps === 0) break;
      }
      if (low[rows[t]!] === -1) low[rows[t]!] = columns[p]!;
    }
    for (let t = rowsLast, p = columnsLast; t >= 0; t--) {
      for (let steps = 1; ; p -= steps) {
        if (p < 0) return undefined;
        steps = this.#stepsTo(p, t, limit);
        if (steps === 0) break;
      }
      if (high[rows[t]!] === -1) high[rows[t]!] = columns[p]!;
    }
    let cells = 0;
    for (let i = 0; i < low.length; i++) cells += high[i]! - low[i]! + 1;
    return { low, high, cells };
  }

  /** 0 where a mapping within the limit can pass; else how far away it can at the nearest: a step changes each by one. */
  #stepsTo(p: number, t: number, limit: number): number {
    this.#after ??= new PrefixDistances(this.#pattern.toReversed(), this.#text.toReversed(), true);
    const after = this.#after.at(this.#pattern.length - p, this.#text.length - t);
    return Math.max(0, Math.ceil((this.#before.at(p, t) + after - 2 * limit) / 2));
  }
}

/** Of each place of a tour how many nodes have been closed before it. */
function closedBefore(tour: Int32Array): Int32Array {
  const closed = new Int32Array(tour.length + 1);
  for (let at = 0; at < tour.length; at++) closed[at + 1] = closed[at]! + (tour[at]! & 1);
  return closed;
}

/** Of each node two numbers: where it opens, before its children, an even one; and where it closes, after them. */
function eulerTour({ label, size }: NumberedTree): Int32Array {
  const tour = new Int32Array(2 * label.length);
  const open: number[] = [];
  let at = tour.length;
  // From the end: the root closes last.
  for (let node = label.length - 1; node >= -1; node--) {
    while (open.length > 0 && node <= open.at(-1)! - size[open.at(-1)!]!) {
      at -= 1;
      tour[at] = 2 * label[open.pop()!]! + 2;
    }
    if (node < 0) break;
    at -= 1;
    tour[at] = 2 * label[node]! + 3;
    open.push(node);
  }
  return tour;
}
