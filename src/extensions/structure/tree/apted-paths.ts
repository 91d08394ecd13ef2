import type { Cells, NodeIndex, PathIndex } from "./apted-strategy.js";

/** Two subtrees to compare by single paths. `path` is the tree whose path is followed. */
export interface Comparison {
  readonly path: NodeIndex;
  readonly pathRoot: number;
  readonly other: NodeIndex;
  readonly otherRoot: number;
  /** The distance of the forests below two nodes is at `node of path * pathStride + node of other * otherStride`. */
  readonly pathStride: number;
  readonly otherStride: number;
  /** Costs of leaving a node of `path` or of `other` unmapped. */
  readonly pathCost: number;
  readonly otherCost: number;
  readonly rename: number;
}

/**
 * Single-path function for leftmost and rightmost paths (spfL and spfR of the authors, which mirror each other):
 * computes Zhang and Shasha's forest distances of the path's subtree with the subtree of every keyroot of the other
 * tree. Distances of the forests below the nodes on the path and all nodes of the other tree are written to `delta`.
 * Returns the distance of the subtrees.
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
/** Working storage of {@link followInnerPath}, reused by later calls. */
export interface InnerStorage {
  /** At least (size of path + 1) times (size of other + 1) cells. */
  readonly s: Cells;
  /** At least (size of other + 1) squared cells. */
  readonly t: Cells;
  /** At least two more cells than the larger tree has nodes. The same holds for `fn` and `ft`. */
  readonly q: Cells;
  readonly fn: Int32Array;
  readonly ft: Int32Array;
}

/** Source of a number in the recursion: table s, table t, or a sum of costs. */
const FROM_S = 1;
const FROM_T = 2;
const FROM_COSTS = 3;

/**
 * Single-path function for paths that are neither leftmost nor rightmost (spfA of the authors; Pawlik and Augsten 2015,
 * sections 7 and 8, algorithm 3). It walks up the path from its leaf, adds the nodes to the left and then those to the
 * right, and compares every such forest with every forest of the other tree. Distances of the forests below the nodes
 * on the path and all nodes of the other tree are written to `delta`. Returns the distance of the two subtrees.
 * Names are those of the paper: F is the tree of the path, G the other; lF, rF, lG and rG are the leftmost and
 * rightmost roots of their forests.
 */
export function followInnerPath(
  comparison: Comparison,
  pathLeaf: number,
  delta: Cells,
  storage: InnerStorage,
): number {
  const { path: F, pathRoot, other: G, otherRoot } = comparison;
  const { pathStride, otherStride, pathCost, otherCost, rename } = comparison;
  const { s, t, q, fn, ft } = storage;
  const sizeF = F.size;
  const sizeG = G.size;
  const labelF = F.label;
  const labelG = G.label;
  const otherSize = sizeG[otherRoot]!;
  const width = otherSize + 1;
  const otherRootRight = G.preRight[otherRoot]!;
  const noNode = fn.length - 1;
  let forestSizeF = 0;
  let least = 0;
  let start = -1;

  /**
   * Inserts a node into the linked list of leftmost (or rightmost) nodes. fn has the next node, and ft the previous
   * one.
   */
  const link = (leafBefore: number, node: number, root: number): void => {
    const at = leafBefore >= root ? leafBefore : noNode;
    fn[node] = fn[at]!;
    fn[at] = node;
    ft[node] = leafBefore;
    if (fn[node] > -1) ft[fn[node]] = node;
  };

  for (let end = pathLeaf; end >= pathRoot; start = end, end = F.parent[end]!) {
    const endRight = F.preRight[end]!;
    const startRight = start === -1 ? 0x7fffffff : F.preRight[start]!;
    const parent = F.parent[end]!;
    const parentRight = parent === -1 ? 0x7fffffff : F.preRight[parent]!;
    const isOnlyChild = end > 0 && end === parent + 1 && endRight === parentRight + 1;
    const hasLeft = start - end > 1;
    const hasRight = start >= 0 && startRight - endRight > 1;

    if (hasLeft) {
      const rFfirst = startRight;
      const lFfirst = start - 1;
      const rFlast = hasRight ? -1 : endRight;
      const lFlast = hasRight ? end + 1 : end;
      const rGlast = otherRootRight;
      fn[noNode] = -1;
      fn.fill(-1, otherRoot, otherRoot + otherSize);
      ft.fill(-1, otherRoot, otherRoot + otherSize);
      const sizeBefore = forestSizeF;
      for (let rG = rGlast + otherSize - 1; rG >= rGlast; rG--) {
        const lGfirst = G.fromPreRight[rG]!;
        const tColumn = rG - otherRootRight;
        const nextG = rG <= otherRootRight ? 0x7fffffff : G.fromPreRight[rG - 1]!;
        const parentG = G.parent[lGfirst]!;
        const lGlast = lGfirst === otherRoot ? lGfirst : otherRoot + 1;
        link(G.leafBefore[lGfirst]!, lGfirst, otherRoot);
        let rF = rFfirst;
        forestSizeF = sizeBefore;
        for (let lF = lFfirst; lF >= lFlast; lF--) {
          if (lF === lFlast && !hasRight) rF = rFlast;
          forestSizeF += 1;
          let forestSizeG = sizeG[lGfirst]!;
          const subtreeF = sizeF[lF]!;
          const isTree = F.preRight[lF] === rF;
          const besidePath = start - lF === 1;
          const row = (lF - end) * width - otherRoot;
          const below = row + width;
          const label = labelF[lF]!;
          const deltaRow = lF * pathStride;
          let from1 = FROM_S;
          let from3 = FROM_S;
          let both = 0;
          if (isTree) {
            if (subtreeF === 1) from1 = FROM_COSTS;
            else if (besidePath) from1 = FROM_T;
            from3 = FROM_COSTS;
          } else {
            if (besidePath) from1 = FROM_T;
            both = (forestSizeF - subtreeF) * pathCost;
            if (lF + subtreeF === start) from3 = FROM_T;
          }
          const beyond = (lF + subtreeF - end) * width - otherRoot;

          let lG = lGfirst;
          let cost: number;
          if (from1 === FROM_S) cost = s[below + lG]!;
          else if (from1 === FROM_T) cost = t[(lG - otherRoot) * width + tColumn]!;
          else cost = forestSizeG * otherCost;
          cost += pathCost;
          const inserted = (forestSizeG === 1 ? forestSizeF * pathCost : q[lF]!) + otherCost;
          if (inserted < cost) cost = inserted;
          both += delta[deltaRow + lG * otherStride]! + (label === labelG[lG] ? 0 : rename);
          if (both < cost) cost = both;
          s[row + lG] = cost;
          lG = ft[lG]!;

          while (lG >= lGlast) {
            forestSizeG += 1;
            if (from1 === FROM_S) cost = s[below + lG]!;
            else if (from1 === FROM_T) cost = t[(lG - otherRoot) * width + tColumn]!;
            else cost = forestSizeG * otherCost;
            cost += pathCost;
            const insertedHere = s[row + fn[lG]!]! + otherCost;
            if (insertedHere < cost) cost = insertedHere;
            both = delta[deltaRow + lG * otherStride]!;
            if (both < cost) {
              if (from3 === FROM_S) both += s[beyond + fn[lG + sizeG[lG]! - 1]!]!;
              else if (from3 === FROM_COSTS) both += (forestSizeG - sizeG[lG]!) * otherCost;
              else both += t[(fn[lG + sizeG[lG]! - 1]! - otherRoot) * width + tColumn]!;
              if (label !== labelG[lG]) both += rename;
              if (both < cost) cost = both;
            }
            s[row + lG] = cost;
            lG = ft[lG]!;
          }
          least = cost;
        }
        if (nextG === parentG) {
          const column = parentG + 1 - otherRoot;
          if (!hasRight) {
            const cell = parentG * otherStride;
            delta[end * pathStride + cell] = s[(lFlast + 1 - end) * width + column]!;
            if (isOnlyChild)
              delta[parent * pathStride + cell] = s[(lFlast - end) * width + column]!;
          }
          for (let lF = lFfirst; lF >= lFlast; lF--) q[lF] = s[(lF - end) * width + column]!;
        }
        const lastRow = (lFlast - end) * width - otherRoot;
        for (let lG = lGfirst; lG >= lGlast; lG = ft[lG]!) {
          t[(lG - otherRoot) * width + tColumn] = s[lastRow + lG]!;
        }
      }
    }

    if (hasRight || !hasLeft) {
      const lFfirst = start === -1 ? end : end + 1;
      const rFfirst = start === -1 ? endRight : startRight - 1;
      const lFlast = end;
      const rFlast = endRight;
      const lGlast = otherRoot;
      fn[noNode] = -1;
      fn.fill(-1, otherRootRight, otherRootRight + otherSize);
      ft.fill(-1, otherRootRight, otherRootRight + otherSize);
      const sizeBefore = forestSizeF;
      for (let lG = lGlast + otherSize - 1; lG >= lGlast; lG--) {
        const rGfirst = G.preRight[lG]!;
        link(G.leafBeforeRight[rGfirst]!, rGfirst, otherRootRight);
        let lF = lFfirst;
        const parentG = G.parent[lG]!;
        const parentGRight = parentG === -1 ? -1 : G.preRight[parentG]!;
        const tRow = (lG - otherRoot) * width - otherRootRight;
        forestSizeF = sizeBefore;
        const rGlast = otherRootRight;
        for (let rF = rFfirst; rF >= rFlast; rF--) {
          if (rF === rFlast) lF = lFlast;
          const nodeF = F.fromPreRight[rF]!;
          forestSizeF += 1;
          let forestSizeG = sizeG[lG]!;
          const subtreeF = sizeF[nodeF]!;
          const besidePath = start > 0 && startRight - rF === 1;
          const isTree = nodeF === lF;
          const row = (rF - endRight) * width - otherRootRight;
          const below = row + width;
          const label = labelF[nodeF]!;
          const deltaRow = nodeF * pathStride;
          let from1 = FROM_S;
          let from3 = FROM_S;
          let both = 0;
          if (isTree) {
            if (subtreeF === 1) from1 = FROM_COSTS;
            else if (besidePath) from1 = FROM_T;
            from3 = FROM_COSTS;
          } else {
            if (besidePath) from1 = FROM_T;
            both = (forestSizeF - subtreeF) * pathCost;
            if (start > 0 && rF + subtreeF === startRight) from3 = FROM_T;
          }
          const beyond = (rF + subtreeF - endRight) * width - otherRootRight;

          let rG = rGfirst;
          let cost: number;
          if (from1 === FROM_S) cost = s[below + rG]!;
          else if (from1 === FROM_T) cost = t[tRow + rG]!;
          else cost = forestSizeG * otherCost;
          cost += pathCost;
          const inserted = (forestSizeG === 1 ? forestSizeF * pathCost : q[rF]!) + otherCost;
          if (inserted < cost) cost = inserted;
          both += delta[deltaRow + lG * otherStride]! + (label === labelG[lG] ? 0 : rename);
          if (both < cost) cost = both;
          s[row + rG] = cost;
          rG = ft[rG]!;

          while (rG >= rGlast) {
            const nodeG = G.fromPreRight[rG]!;
            forestSizeG += 1;
            if (from1 === FROM_S) cost = s[below + rG]!;
            else if (from1 === FROM_T) cost = t[tRow + rG]!;
            else cost = forestSizeG * otherCost;
            cost += pathCost;
            const insertedHere = s[row + fn[rG]!]! + otherCost;
            if (insertedHere < cost) cost = insertedHere;
            both = delta[deltaRow + nodeG * otherStride]!;
            if (both < cost) {
              const after = fn[rG + sizeG[nodeG]! - 1]!;
              if (from3 === FROM_S) both += s[beyond + after]!;
              else if (from3 === FROM_COSTS) both += (forestSizeG - sizeG[nodeG]!) * otherCost;
              else both += t[tRow + after]!;
              if (label !== labelG[nodeG]) both += rename;
              if (both < cost) cost = both;
            }
            s[row + rG] = cost;
            rG = ft[rG]!;
          }
          least = cost;
        }
        if (lG > otherRoot && lG - 1 === parentG) {
          const column = parentGRight + 1 - otherRootRight;
          const cell = parentG * otherStride;
          if (hasRight)
            delta[end * pathStride + cell] = s[(rFlast + 1 - endRight) * width + column]!;
          if (isOnlyChild)
            delta[parent * pathStride + cell] = s[(rFlast - endRight) * width + column]!;
          for (let rF = rFfirst; rF >= rFlast; rF--) q[rF] = s[(rF - endRight) * width + column]!;
        }
        const lastRow = (rFlast - endRight) * width - otherRootRight;
        for (let rG = rGfirst; rG >= rGlast; rG = ft[rG]!) t[tRow + rG] = s[lastRow + rG]!;
      }
    }
  }
  return least;
}
