import type { Comparison } from "./outer-path.js";
import type { Cells } from "./strategy.js";

/** Storage of {@link followInnerPath}, kept from one call to the next. */
export interface InnerStorage {
  /** At least (path's size + 1) times (other's size + 1) cells. */
  readonly s: Cells;
  /** At least (other's size + 1) squared cells. */
  readonly t: Cells;
  /** At least as many as the larger tree has nodes, and two more. */
  readonly q: Cells;
  readonly fn: Int32Array;
  readonly ft: Int32Array;
}

/** Where a number of the recursion comes from: the table s, the table t, or a sum of costs. */
const FROM_S = 1;
const FROM_T = 2;
const FROM_COSTS = 3;

/**
 * Single-path function for paths that are neither leftmost nor rightmost (the authors' spfA; Pawlik and Augsten 2015,
 * sections 7 and 8, algorithm 3): walks up the path from its leaf, takes in the nodes to the left and then those to
 * the right, and compares every such forest with every forest of the other tree. Distances of the forests below the
 * path's nodes and all nodes of the other go to `delta`. Returns the distance of the two subtrees.
 * Names of the paper: F the path's tree, G the other; lF, rF, lG, rG leftmost and rightmost roots of their forests.
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

  /** Chains the node into the list of leftmost (rightmost) nodes that follow each other: fn goes on, ft goes back. */
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
