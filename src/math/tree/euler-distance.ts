import type { NumberedTree, TreePair } from "./ordered-tree.js";

/**
 * The edit distance, unit costs, of the Euler tours of two trees: labels where nodes open and where they close. A word of
 * 32 cells is computed at a time (Myers 1999, in blocks as by Hyyrö 2003).
 */
export function eulerDistance([tree1, tree2]: TreePair): number {
  let pattern = eulerTour(tree1);
  let text = eulerTour(tree2);
  let same = 0;
  while (same < Math.min(pattern.length, text.length) && pattern[same] === text[same]) same += 1;
  [pattern, text] = [pattern.subarray(same), text.subarray(same)];
  if (pattern.length === 0 || text.length === 0) return pattern.length + text.length;

  const words = Math.ceil(pattern.length / 32);
  const symbols = Math.max(greatest(pattern), greatest(text)) + 1;
  const places = new Int32Array(symbols * words);
  for (let i = 0; i < pattern.length; i++)
    places[pattern[i]! * words + (i >>> 5)]! |= 1 << (i & 31);
  // Where a cell is one more, or one less, than the cell above it.
  const more = new Int32Array(words).fill(-1);
  const less = new Int32Array(words);
  let distance = pattern.length;
  const last = (pattern.length - 1) & 31;
  for (const symbol of text) {
    const row = symbol * words;
    let carryMore = 1;
    let carryLess = 0;
    let [right, rightLess] = [0, 0];
    for (let word = 0; word < words; word++) {
      const equal = places[row + word]!;
      const up = more[word]!;
      const down = less[word]!;
      const vertical = equal | down;
      const match = equal | carryLess;
      const horizontal = ((((match & up) + up) | 0) ^ up) | match;
      right = down | ~(horizontal | up);
      rightLess = up & horizontal;
      const shifted = (right << 1) | carryMore;
      const shiftedLess = (rightLess << 1) | carryLess;
      more[word] = shiftedLess | ~(vertical | shifted);
      less[word] = shifted & vertical;
      carryMore = right >>> 31;
      carryLess = rightLess >>> 31;
    }
    distance += ((right >>> last) & 1) - ((rightLess >>> last) & 1);
  }
  return distance;
}

const greatest = (numbers: Int32Array): number => numbers.reduce((a, b) => Math.max(a, b), 0);

/** Of each node two numbers: where it opens, before its children, and where it closes, after them. */
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
