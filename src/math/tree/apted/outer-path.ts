import type { Cells } from "./strategy.js";
import type { NodeIndex, PathIndex } from "./node-index.js";

/** Two subtrees with the side whose path is followed first; `swapped` when that is the second tree of the comparison. */
export interface Comparison {
  readonly path: NodeIndex;
  readonly pathRoot: number;
  readonly other: NodeIndex;
  readonly otherRoot: number;
  /** Distances of the forests below each pair of nodes: node of `path` times this plus ... */
  readonly pathStride: number;
  /** ... node of `other` times this. */
  readonly otherStride: number;
  /** What it costs to leave a node of `path`, and of `other`, unmapped. */
  readonly pathCost: number;
  readonly otherCost: number;
  readonly rename: number;
}

/**
 * Single-path function for leftmost and rightmost paths (the authors' spfL and spfR, which mirror each other): Zhang
 * and Shasha's forest distances of the path's subtree with every keyroot's subtree of the other. Distances of the
 * forests below the nodes on the path and all nodes of the other go to `delta`. Returns the distance of the subtrees.
 */
export function followOuterPath(
  comparison: Comparison,
  side: "left" | "right",
  delta: Cells,
  forests: Cells,
): number {
  const { other, otherRoot } = comparison;
  const isOnPath = side === "left" ? other.isFirstChild : other.isLastChild;
  const last = otherRoot + other.size[otherRoot]! - 1;
  let distance = 0;
  for (let keyroot = last; keyroot >= otherRoot; keyroot--) {
    if (keyroot !== otherRoot && isOnPath[keyroot] === 1) continue;
    distance = compareWithKeyroot(comparison, side, keyroot, delta, forests);
  }
  return distance;
}

function compareWithKeyroot(
  { path, pathRoot, other, pathStride, otherStride, pathCost, otherCost, rename }: Comparison,
  side: "left" | "right",
  keyroot: number,
  delta: Cells,
  forests: Cells,
): number {
  const first: PathIndex = path[side];
  const second: PathIndex = other[side];
  const { leaf: leaf1, label: label1, fromPost: pre1 } = first;
  const { leaf: leaf2, label: label2, fromPost: pre2 } = second;
  const start1 = leaf1[first.post[pathRoot]!]!;
  const start2 = leaf2[second.post[keyroot]!]!;
  const rows = path.size[pathRoot]!;
  const columns = other.size[keyroot]!;
  const stride = columns + 1;

  for (let j = 0; j <= columns; j++) forests[j] = j * otherCost;
  for (let i = 1; i <= rows; i++) {
    const row = i * stride;
    const above = row - stride;
    const node1 = start1 + i - 1;
    const label = label1[node1]!;
    const isPath1 = leaf1[node1] === start1;
    const beforeRow = (leaf1[node1]! - start1) * stride - start2;
    const deltaRow = pre1[node1]! * pathStride;
    let left = i * pathCost;
    forests[row] = left;
    for (let j = 1; j <= columns; j++) {
      const node2 = start2 + j - 1;
      const cell = deltaRow + pre2[node2]! * otherStride;
      let cost = forests[above + j]! + pathCost;
      const inserted = left + otherCost;
      if (inserted < cost) cost = inserted;
      const ownLeaf2 = leaf2[node2]!;
      let both: number;
      if (isPath1 && ownLeaf2 === start2) {
        both = forests[above + j - 1]!;
        delta[cell] = both;
      } else both = forests[beforeRow + ownLeaf2]! + delta[cell]!;
      if (label !== label2[node2]) both += rename;
      if (both < cost) cost = both;
      forests[row + j] = cost;
      left = cost;
    }
  }
  return forests[rows * stride + columns]!;
}
