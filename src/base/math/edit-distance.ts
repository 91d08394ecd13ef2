import { NotDefined } from "../failures.js";
import { numberOf } from "./group-by.js";

/** Maximum number of tokens in either sequence, because the time grows with the product of the lengths. */
export const longestSequence = 50_000;

/** Number of rows of the distance table that fit in one 32-bit word. */
const wordBits = 32;

/**
 * Returns the Levenshtein distance of two sequences. This is the smallest number of insertions, removals and
 * replacements of tokens that turn one into the other, from 0 to the length of the longer one. Throws
 * {@link NotDefined} if either has more than {@link longestSequence} tokens. The method is bit-parallel (Myers 1999, in
 * the form of Hyyrö 2003) and computes one word of rows after the other, so that memory is linear.
 */
export function levenshtein(one: readonly string[], other: readonly string[]): number {
  const longest = Math.max(one.length, other.length);
  if (longest > longestSequence)
    throw new NotDefined(
      `no edit distance above ${longestSequence} tokens: one of the mementos has ${longest} or more`,
    );
  const shortest = Math.min(one.length, other.length);
  let start = 0;
  while (start < shortest && one[start] === other[start]) start++;
  let end = 0;
  while (end < shortest - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  if (start + end === shortest) return longest - shortest;
  const numbers = new Map<string, number>();
  const numbered = (tokens: readonly string[]): Int32Array =>
    Int32Array.from(tokens.slice(start, tokens.length - end), (token) => numberOf(token, numbers));
  const [ones, others] = [numbered(one), numbered(other)];
  return ones.length <= others.length
    ? distanceOfNumbered(ones, others, numbers.size)
    : distanceOfNumbered(others, ones, numbers.size);
}

function distanceOfNumbered(rows: Int32Array, columns: Int32Array, tokens: number): number {
  const rowsWithToken = new Int32Array(tokens);
  // Differences between neighbouring cells of the row above. In the first row each cell is one more than its left
  // neighbour.
  const differences = new Int8Array(columns.length).fill(1);
  for (let from = 0; from < rows.length; from += wordBits) {
    const inWord = rows.subarray(from, from + wordBits);
    inWord.forEach((token, row) => (rowsWithToken[token]! |= 1 << row));
    advance(columns, rowsWithToken, differences, inWord.length - 1);
    inWord.forEach((token) => (rowsWithToken[token] = 0));
  }
  return differences.reduce((sum, difference) => sum + difference, rows.length);
}

/** Replaces the differences above a word of rows by those in its row `lastRow`. */
function advance(
  columns: Int32Array,
  rowsWithToken: Int32Array,
  differences: Int8Array,
  lastRow: number,
): void {
  let increases = -1;
  let decreases = 0;
  for (let column = 0; column < columns.length; column++) {
    const above = differences[column]!;
    const fewer = above >>> 31;
    const more = (above + 1) >> 1;
    const matches = rowsWithToken[columns[column]!]!;
    const vertical = matches | decreases;
    const reached = matches | fewer;
    const horizontal = ((((reached & increases) + increases) | 0) ^ increases) | reached;
    const up = decreases | ~(horizontal | increases);
    const down = increases & horizontal;
    differences[column] = ((up >>> lastRow) & 1) - ((down >>> lastRow) & 1);
    const shiftedUp = (up << 1) | more;
    const shiftedDown = (down << 1) | fewer;
    increases = shiftedDown | ~(vertical | shiftedUp);
    decreases = shiftedUp & vertical;
  }
}
