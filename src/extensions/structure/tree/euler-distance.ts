import type { Corridor } from "./corridor.js";
import type { NumberedTree, TreePair } from "./ordered-tree.js";

/**
 * Returns the first distance to try. It is at least the difference in length, which is a lower bound, and at least two
 * words of cells, because fewer take no less time.
 */
const leastOf = (pattern: Int32Array, text: Int32Array): number =>
  Math.abs(pattern.length - text.length) + 64;

/** Most pairs are small, and allocating tables would take a considerable part of their time. */
export class TourTables {
  #before = new Int32Array(0);
  #after = new Int32Array(0);

  /** Returns a table of at least `length` cells with arbitrary content. */
  before(length: number): Int32Array {
    if (length > MOST_KEPT) return new Int32Array(length);
    if (length > this.#before.length) this.#before = new Int32Array(length);
    return this.#before;
  }

  after(length: number): Int32Array {
    if (length > MOST_KEPT) return new Int32Array(length);
    if (length > this.#after.length) this.#after = new Int32Array(length);
    return this.#after;
  }
}

const MOST_KEPT = 2 ** 20;

/** Positions of each symbol in a sequence, one bit each, in words of 32. */
interface Places {
  readonly length: number;
  readonly words: number;
  /** Words of all symbols. The words of a symbol begin at the symbol times `words`. */
  readonly bits: Int32Array;
}

function placesOf(pattern: Int32Array, text: Int32Array): Places {
  const words = (pattern.length + 31) >>> 5;
  const bits = new Int32Array((Math.max(greatest(pattern), greatest(text)) + 1) * words);
  for (let p = 0; p < pattern.length; p++) bits[pattern[p]! * words + (p >>> 5)]! |= 1 << (p & 31);
  return { length: pattern.length, words, bits };
}

function greatest(numbers: Int32Array): number {
  let found = 0;
  for (const each of numbers) if (each > found) found = each;
  return found;
}

/**
 * Edit distances of prefixes of two sequences, with unit costs. Words of 32 cells are computed at a time (Myers 1999,
 * in blocks as by Hyyrö 2003), and only words with cells through which an alignment of at most `most` can pass.
 * Distances of such cells are exact. Others are too large or Infinity. Without a table, only the distances to the whole
 * text can be read afterwards.
 */
class PrefixDistances {
  readonly #pattern: number;
  readonly #text: number;
  /** Smallest and largest number of symbols by which an alignment can be further in the pattern than in the text. */
  readonly low: number;
  readonly high: number;
  /** Number of words from the beginning of a column to the beginning of the next. */
  readonly #stride: number;
  /**
   * Three numbers per word: the bits of cells that are one more than the cell above, the bits of cells that are one
   * less, and the distance in the last cell.
   */
  readonly #table: Int32Array;

  constructor(
    { length: pattern, words, bits }: Places,
    text: Int32Array,
    most: number,
    tableOf?: (length: number) => Int32Array,
  ) {
    this.#pattern = pattern;
    this.#text = text.length;
    this.low = Math.ceil((pattern - text.length - most) / 2);
    this.high = Math.floor((pattern - text.length + most) / 2);
    const { low, high } = this;
    const stride = tableOf === undefined ? 0 : Math.min(words, ((high - low) >>> 5) + 2);
    this.#stride = stride;
    const table =
      tableOf === undefined ? new Int32Array(3 * words) : tableOf(3 * stride * (text.length + 1));
    this.#table = table;
    let after = wordsTo(high, pattern);
    for (let word = 0; word < after; word++) {
      table[3 * word] = -1;
      table[3 * word + 1] = 0;
      table[3 * word + 2] = 32 * (word + 1);
    }
    let before = 0;
    for (let t = 1; t <= text.length; t++) {
      const first = firstWord(t + low);
      const old = after;
      after = wordsTo(t + high, pattern);
      let from = before + 3 * first;
      before = 3 * (t * stride - (stride === 0 ? 0 : first));
      let to = before + 3 * first;
      // Outside of the band, distances are assumed to grow by one per step.
      let carryMore = 1;
      let carryLess = 0;
      let end = t - 1;
      const row = text[t - 1]! * words;
      for (let word = first; word < after; word++) {
        let up = -1;
        let down = 0;
        if (word < old) {
          up = table[from]!;
          down = table[from + 1]!;
          end = table[from + 2]!;
        } else end += 32;
        const equal = bits[row + word]!;
        const match = equal | carryLess;
        const horizontal = ((((match & up) + up) | 0) ^ up) | match;
        const right = down | ~(horizontal | up);
        const rightLess = up & horizontal;
        const shifted = (right << 1) | carryMore;
        const vertical = equal | down;
        table[to] = (rightLess << 1) | carryLess | ~(vertical | shifted);
        table[to + 1] = shifted & vertical;
        carryMore = right >>> 31;
        carryLess = rightLess >>> 31;
        table[to + 2] = end + carryMore - carryLess;
        from += 3;
        to += 3;
      }
    }
  }

  get all(): number {
    return this.at(this.#pattern, this.#text);
  }

  /** Returns the distance of the first `p` symbols of the pattern and the first `t` of the text. */
  at(p: number, t: number): number {
    if (p - t < this.low || p - t > this.high) return Infinity;
    if (p === 0) return t;
    const word = (p - 1) >>> 5;
    const stride = this.#stride;
    const at = 3 * (stride === 0 ? word : t * stride + word - firstWord(t + this.low));
    const beyond = -2 << ((p - 1) & 31);
    const table = this.#table;
    return table[at + 2]! - ones(table[at]! & beyond) + ones(table[at + 1]! & beyond);
  }
}

/** Index of the word with the first cell of a column in the band, and of the word after its last cell. */
const firstWord = (cell: number): number => Math.max(0, cell - 1) >>> 5;
const wordsTo = (cell: number, cells: number): number => (Math.min(cells, cell) + 31) >>> 5;

function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** For larger trees {@link EulerCorridors} would need more than about 100 MB. */
export const MAX_EULER_PAIRS = 3e7;

/**
 * Corridors of two trees from their Euler tours, with unit costs. The edit distances of the tours before and after a
 * cell add up to at most twice the cost of any mapping that passes through the cell. If the limit is near the bound,
 * these corridors are much narrower than corridors from labels alone.
 */
export class EulerCorridors {
  readonly #text: Tour;
  readonly #pattern: Tour;
  readonly #places: Places;
  readonly #tables: TourTables;
  /** Distance of tours up to which the tables are exact. */
  #most = -1;
  #before: PrefixDistances | undefined;
  #after: PrefixDistances | undefined;

  /** Tables can be shared between pairs, but are valid only until the next pair uses them. */
  constructor([tree1, tree2]: TreePair, tables = new TourTables()) {
    this.#text = eulerTour(tree1);
    this.#pattern = eulerTour(tree2);
    this.#places = placesOf(this.#pattern.tour, this.#text.tour);
    this.#tables = tables;
  }

  /**
   * Returns half of the distance of the tours, rounded up, because no mapping costs less. Returns Infinity if that
   * exceeds the limit.
   */
  bound(limit: number): number {
    const [pattern, text] = [this.#pattern.tour, this.#text.tour];
    for (let most = leastOf(pattern, text); ; most *= 2) {
      const tried = Math.min(most, 2 * Math.floor(limit));
      if (Math.abs(pattern.length - text.length) > tried) return Infinity;
      const distance = this.#beforeWithin(tried).all;
      if (distance <= tried) return Math.ceil(distance / 2);
      if (tried < most) return Infinity;
    }
  }

  /**
   * Returns the cost of the mapping that follows the cheapest alignment of the tours, traced from their ends. Nodes are
   * mapped if the alignment pairs both their opening and their closing. The cost is an upper bound of the distance of
   * the trees, and usually near it. May be called only after {@link bound} has returned a finite number.
   */
  mapped(): number {
    const before = this.#beforeWithin(0);
    const [text, pattern] = [this.#text, this.#pattern];
    let [p, t] = [pattern.tour.length, text.tour.length];
    let distance = before.at(p, t);
    /**
     * Node of the pattern that closes together with each node of the text, numbered from 1. It is 0 if no such node exists.
     */
    const closing = new Int32Array(text.opens.length);
    const isClosing = new Uint8Array(pattern.opens.length);
    let cost = text.opens.length + pattern.opens.length;
    while (p > 0 && t > 0) {
      const [i, j] = [text.node[t - 1]!, pattern.node[p - 1]!];
      const [closes1, closes2] = [text.tour[t - 1]! & 1, pattern.tour[p - 1]! & 1];
      const unlike = text.tour[t - 1] === pattern.tour[p - 1] ? 0 : 1;
      const isPair = closes1 === closes2 && (closes1 === 1 || closing[i] === j + 1);
      const canBoth = before.at(p - 1, t - 1) + unlike === distance;
      const canFirst = before.at(p, t - 1) + 1 === distance;
      // A node that closed alone also opens alone.
      const first = canFirst && (closes1 === 1 || closing[i] === 0);
      const second = before.at(p - 1, t) + 1 === distance && (closes2 === 1 || isClosing[j] === 0);
      if (canBoth && (isPair || !(first || second))) {
        if (isPair && closes1 === 1) {
          closing[i] = j + 1;
          isClosing[j] = 1;
        } else if (isPair) cost -= 2 - unlike;
        distance -= unlike;
        p -= 1;
        t -= 1;
      } else {
        distance -= 1;
        if (first || (canFirst && !second)) t -= 1;
        else p -= 1;
      }
    }
    return cost;
  }

  within(limit: number): Corridor | undefined {
    const most = 2 * Math.floor(limit);
    const before = this.#beforeWithin(most);
    this.#after ??= this.#afterWithin();
    const after = this.#after;
    const { opens: opens1, closes: closes1 } = this.#text;
    const { opens: opens2, closes: closes2 } = this.#pattern;
    const rows = closes1.length;
    const columns = closedBefore(this.#pattern);
    const [textEnd, patternEnd] = [2 * rows, columns.length - 1];
    /**
     * Returns 0 if a mapping can pass here. Otherwise returns a lower bound of the steps to the nearest position where
     * one can, because each step changes either distance by at most one.
     */
    const stepsTo = (p: number, t: number): number =>
      Math.max(0, Math.ceil((before.at(p, t) + after.at(patternEnd - p, textEnd - t) - most) / 2));
    const low = new Int32Array(rows + 1);
    const high = new Int32Array(rows + 1);
    // Both ends of the range of passable cells never decrease from row to row.
    for (let i = 0, p = 0; i <= rows; i++) {
      const t = i === 0 ? 0 : closes1[i - 1]! + 1;
      p = Math.max(p, t + before.low);
      for (let steps = 1; ; p += steps) {
        if (p > patternEnd) return undefined;
        steps = stepsTo(p, t);
        if (steps === 0) break;
      }
      low[i] = columns[p]!;
    }
    for (let i = rows, p = patternEnd; i >= 0; i--) {
      const t = i === rows ? textEnd : closes1[i]!;
      p = Math.min(p, t + before.high);
      for (let steps = 1; ; p -= steps) {
        if (p < 0) return undefined;
        steps = stepsTo(p, t);
        if (steps === 0) break;
      }
      high[i] = columns[p]!;
    }
    let cells = 0;
    for (let i = 0; i < low.length; i++) cells += high[i]! - low[i]! + 1;
    const canMap = (i: number, j: number): boolean => {
      const [t1, t2] = [opens1[i - 1]!, closes1[i - 1]! + 1];
      const [p1, p2] = [opens2[j - 1]!, closes2[j - 1]! + 1];
      const outside = before.at(p1, t1) + after.at(patternEnd - p2, textEnd - t2);
      return outside + Math.abs(t2 - t1 - p2 + p1) <= most;
    };
    return { low, high, cells, canMap };
  }

  #beforeWithin(most: number): PrefixDistances {
    if (this.#before === undefined || most > this.#most) {
      this.#most = most;
      this.#after = undefined;
      this.#before = new PrefixDistances(this.#places, this.#text.tour, most, (length) =>
        this.#tables.before(length),
      );
    }
    return this.#before;
  }

  #afterWithin(): PrefixDistances {
    const [pattern, text] = [this.#pattern.tour.toReversed(), this.#text.tour.toReversed()];
    return new PrefixDistances(placesOf(pattern, text), text, this.#most, (length) =>
      this.#tables.after(length),
    );
  }
}

/** Returns, for each position of a tour, the number of nodes closed before it. */
function closedBefore({ tour }: Tour): Int32Array {
  const closed = new Int32Array(tour.length + 1);
  for (let at = 0; at < tour.length; at++) closed[at + 1] = closed[at]! + (tour[at]! & 1);
  return closed;
}

/**
 * Euler tour of a tree with two numbers per node: an even number where it opens, before its children, and an odd number
 * where it closes, after them.
 */
interface Tour {
  readonly tour: Int32Array;
  /** Node at each position. */
  readonly node: Int32Array;
  /** Positions at which each node opens and closes. */
  readonly opens: Int32Array;
  readonly closes: Int32Array;
}

function eulerTour({ label, size }: NumberedTree): Tour {
  const nodes = label.length;
  const tour = new Int32Array(2 * nodes);
  const node = new Int32Array(2 * nodes);
  const opens = new Int32Array(nodes);
  const closes = new Int32Array(nodes);
  // The root closes last. The last child of a node closes just before it.
  closes[nodes - 1] = 2 * nodes - 1;
  for (let parent = nodes - 1; parent >= 0; parent--) {
    let close = closes[parent]!;
    const open = close - 2 * size[parent]! + 1;
    opens[parent] = open;
    node[open] = node[close] = parent;
    tour[open] = 2 * label[parent]! + 2;
    tour[close] = 2 * label[parent]! + 3;
    for (let child = parent - 1; child > parent - size[parent]!; child -= size[child]!) {
      close -= 1;
      closes[child] = close;
      close -= 2 * size[child]! - 1;
    }
  }
  return { tour, node, opens, closes };
}
