import type { Corridor } from "./corridor.js";
import type { NumberedTree, TreePair } from "./ordered-tree.js";

/** The edit distance, unit costs, of the Euler tours of two trees: labels where nodes open and where they close. */
export function eulerDistance([tree1, tree2]: TreePair): number {
  const [text, pattern] = [eulerTour(tree1).tour, eulerTour(tree2).tour];
  for (let most = leastOf(pattern, text); ; most *= 2) {
    const distance = new PrefixDistances(pattern, text, most, false).all;
    if (distance <= most) return distance;
  }
}

/** Distances that are looked for first: no less than the difference in length, and what a few words of cells have. */
const leastOf = (pattern: Int32Array, text: Int32Array): number =>
  Math.abs(pattern.length - text.length) + 64;

/**
 * Edit distances of the beginnings of two sequences, unit costs. A word of 32 cells is computed at a time (Myers 1999,
 * in blocks as by Hyyrö 2003), and only words with cells that an alignment of at most `most` can pass: distances of such
 * cells are right, those of others too large or Infinity. Unless `keep` is set only those with the whole text are there
 * afterwards.
 */
class PrefixDistances {
  readonly #pattern: number;
  readonly #text: number;
  /** How many more of the pattern than of the text an alignment can have passed, at least and at most. */
  readonly low: number;
  readonly high: number;
  /** Words from the beginning of one column to the next. */
  readonly #stride: number;
  /** Where a cell is one more, or one less, than the cell above it. */
  readonly #more: Int32Array;
  readonly #less: Int32Array;
  /** The distance at the end of each word. */
  readonly #ends: Int32Array;

  constructor(pattern: Int32Array, text: Int32Array, most: number, keep: boolean) {
    this.#pattern = pattern.length;
    this.#text = text.length;
    this.low = Math.ceil((pattern.length - text.length - most) / 2);
    this.high = Math.floor((pattern.length - text.length + most) / 2);
    const words = (pattern.length + 31) >>> 5;
    const stride = keep ? Math.min(words, ((this.high - this.low) >>> 5) + 2) : 0;
    this.#stride = stride;
    const places = placesOf(pattern, Math.max(greatest(pattern), greatest(text)) + 1, words);
    const length = keep ? stride * (text.length + 1) : words;
    const more = new Int32Array(length);
    const less = new Int32Array(length);
    const ends = new Int32Array(length);
    let after = this.#wordsTo(0);
    for (let word = 0; word < after; word++) {
      more[word] = -1;
      ends[word] = 32 * (word + 1);
    }
    let before = 0;
    for (let t = 1; t <= text.length; t++) {
      const row = text[t - 1]! * words;
      const from = before;
      const first = this.#firstWord(t);
      const old = after;
      after = this.#wordsTo(t);
      before = keep ? t * stride - first : 0;
      // Beyond the cells of the band the distances are taken to grow by one a step.
      let carryMore = 1;
      let carryLess = 0;
      let end = t - 1;
      for (let word = first; word < after; word++) {
        const isNew = word >= old;
        const equal = places[row + word]!;
        const up = isNew ? -1 : more[from + word]!;
        const down = isNew ? 0 : less[from + word]!;
        end = isNew ? end + 32 : ends[from + word]!;
        const vertical = equal | down;
        const match = equal | carryLess;
        const horizontal = ((((match & up) + up) | 0) ^ up) | match;
        const right = down | ~(horizontal | up);
        const rightLess = up & horizontal;
        const shifted = (right << 1) | carryMore;
        more[before + word] = (rightLess << 1) | carryLess | ~(vertical | shifted);
        less[before + word] = shifted & vertical;
        carryMore = right >>> 31;
        carryLess = rightLess >>> 31;
        ends[before + word] = end + carryMore - carryLess;
      }
    }
    this.#more = more;
    this.#less = less;
    this.#ends = ends;
  }

  #firstWord(t: number): number {
    return Math.max(0, t + this.low - 1) >>> 5;
  }

  #wordsTo(t: number): number {
    return (Math.min(this.#pattern, t + this.high) + 31) >>> 5;
  }

  get all(): number {
    return this.at(this.#pattern, this.#text);
  }

  /** The distance of the first `p` of the pattern and the first `t` of the text. */
  at(p: number, t: number): number {
    if (p - t < this.low || p - t > this.high) return Infinity;
    if (p === 0) return t;
    const word = (p - 1) >>> 5;
    const at = this.#stride === 0 ? word : t * this.#stride + word - this.#firstWord(t);
    const beyond = -2 << ((p - 1) & 31);
    return this.#ends[at]! - ones(this.#more[at]! & beyond) + ones(this.#less[at]! & beyond);
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

function greatest(numbers: Int32Array): number {
  let found = 0;
  for (const each of numbers) if (each > found) found = each;
  return found;
}

/** Pairs of nodes of two trees beyond which {@link EulerCorridors} would take more than some 100 MB. */
export const MAX_EULER_PAIRS = 3e7;

/**
 * Corridors of two trees by their Euler tours, unit costs: the tours before a cell and after it have at most twice the
 * distance of any mapping that passes there. Much narrower than by labels alone where the limit is near the bound.
 */
export class EulerCorridors {
  readonly #text: Tour;
  readonly #pattern: Tour;
  /** The distances of tours up to which the tables are right. */
  #most = -1;
  #before: PrefixDistances | undefined;
  #after: PrefixDistances | undefined;

  constructor([tree1, tree2]: TreePair) {
    this.#text = eulerTour(tree1);
    this.#pattern = eulerTour(tree2);
  }

  /** Half of the tours' distance: no mapping costs less. Infinity where that is more than the limit. */
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
   * What a mapping costs that follows the cheapest alignment of the tours, from their ends: nodes are mapped that open and
   * close at the same places of it. An upper bound of the trees' distance, mostly near it. Only after {@link bound} has
   * found the tours within its limit.
   */
  mapped(): number {
    const before = this.#beforeWithin(0);
    const [text, pattern] = [this.#text, this.#pattern];
    let [p, t] = [pattern.tour.length, text.tour.length];
    let distance = before.at(p, t);
    /** Of each node of the text the one of the pattern that closes with it, from 1. */
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
      // What has closed alone opens alone.
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

  /** Where a mapping within the limit can pass; undefined where none is. */
  within(limit: number): Corridor | undefined {
    const most = 2 * Math.floor(limit);
    const before = this.#beforeWithin(most);
    this.#after ??= new PrefixDistances(
      this.#pattern.tour.toReversed(),
      this.#text.tour.toReversed(),
      this.#most,
      true,
    );
    const after = this.#after;
    const [rows, columns] = [closedBefore(this.#text), closedBefore(this.#pattern)];
    const [rowsLast, columnsLast] = [rows.length - 1, columns.length - 1];
    /** 0 where a mapping can pass; else how far away it can at the nearest: a step changes each distance by one. */
    const stepsTo = (p: number, t: number): number =>
      Math.max(
        0,
        Math.ceil((before.at(p, t) + after.at(columnsLast - p, rowsLast - t) - most) / 2),
      );
    const low = new Int32Array(rows[rowsLast]! + 1).fill(-1);
    const high = new Int32Array(low.length).fill(-1);
    // Neither end of the cells that can be passed ever goes back.
    for (let t = 0, p = 0; t <= rowsLast; t++) {
      p = Math.max(p, t + before.low);
      for (let steps = 1; ; p += steps) {
        if (p > columnsLast) return undefined;
        steps = stepsTo(p, t);
        if (steps === 0) break;
      }
      if (low[rows[t]!] === -1) low[rows[t]!] = columns[p]!;
    }
    for (let t = rowsLast, p = columnsLast; t >= 0; t--) {
      p = Math.min(p, t + before.high);
      for (let steps = 1; ; p -= steps) {
        if (p < 0) return undefined;
        steps = stepsTo(p, t);
        if (steps === 0) break;
      }
      if (high[rows[t]!] === -1) high[rows[t]!] = columns[p]!;
    }
    let cells = 0;
    for (let i = 0; i < low.length; i++) cells += high[i]! - low[i]! + 1;
    const [{ opens: opens1, closes: closes1 }, { opens: opens2, closes: closes2 }] = [
      this.#text,
      this.#pattern,
    ];
    const canMap = (i: number, j: number): boolean => {
      const [t1, t2] = [opens1[i - 1]!, closes1[i - 1]! + 1];
      const [p1, p2] = [opens2[j - 1]!, closes2[j - 1]! + 1];
      const outside = before.at(p1, t1) + after.at(columnsLast - p2, rowsLast - t2);
      return outside + Math.abs(t2 - t1 - p2 + p1) <= most;
    };
    return { low, high, cells, canMap };
  }

  #beforeWithin(most: number): PrefixDistances {
    if (this.#before === undefined || most > this.#most) {
      this.#most = most;
      this.#before = new PrefixDistances(this.#pattern.tour, this.#text.tour, most, true);
      this.#after = undefined;
    }
    return this.#before;
  }
}

/** Of each place of a tour how many nodes have been closed before it. */
function closedBefore({ tour }: Tour): Int32Array {
  const closed = new Int32Array(tour.length + 1);
  for (let at = 0; at < tour.length; at++) closed[at + 1] = closed[at]! + (tour[at]! & 1);
  return closed;
}

/** Of each node two numbers: where it opens, before its children, an even one; and where it closes, after them. */
interface Tour {
  readonly tour: Int32Array;
  /** The node of each place. */
  readonly node: Int32Array;
  /** Places of the nodes. */
  readonly opens: Int32Array;
  readonly closes: Int32Array;
}

function eulerTour({ label, size }: NumberedTree): Tour {
  const tour = new Int32Array(2 * label.length);
  const nodes = new Int32Array(tour.length);
  const opens = new Int32Array(label.length);
  const closes = new Int32Array(label.length);
  const open: number[] = [];
  let at = tour.length;
  // From the end: the root closes last.
  for (let node = label.length - 1; node >= -1; node--) {
    while (open.length > 0 && node <= open.at(-1)! - size[open.at(-1)!]!) {
      at -= 1;
      const opened = open.pop()!;
      opens[opened] = at;
      nodes[at] = opened;
      tour[at] = 2 * label[opened]! + 2;
    }
    if (node < 0) break;
    at -= 1;
    closes[node] = at;
    nodes[at] = node;
    tour[at] = 2 * label[node]! + 3;
    open.push(node);
  }
  return { tour, node: nodes, opens, closes };
}
