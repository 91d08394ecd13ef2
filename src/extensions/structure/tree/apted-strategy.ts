import type { NumberedTree } from "./ordered-tree.js";

/**
 * Index of a tree for APTED. Nodes are identified by their preorder number unless a name says otherwise. Orders named
 * `left` visit children from the left, those named `right` from the right. Ported from the authors' NodeIndexer.
 */
export interface NodeIndex {
  readonly count: number;
  readonly label: Int32Array;
  readonly size: Int32Array;
  /** Parent of each node, or -1 for the root. */
  readonly parent: Int32Array;
  /** True if a node is the first, or the last, child of its parent. */
  readonly isFirstChild: Uint8Array;
  readonly isLastChild: Uint8Array;
  readonly preRight: Int32Array;
  readonly fromPreRight: Int32Array;
  readonly left: PathIndex;
  readonly right: PathIndex;
  /** Last leaf visited before each node, in preorder and in preorder from the right. It is -1 if no leaf comes before. */
  readonly leafBefore: Int32Array;
  readonly leafBeforeRight: Int32Array;
  /** Number of forests in the full decomposition of each subtree, which an inner path requires. */
  readonly descendantSum: Float64Array;
}

/** Index for comparisons along leftmost, or rightmost, paths, in the postorder of that side. */
export interface PathIndex {
  readonly post: Int32Array;
  readonly fromPost: Int32Array;
  /** Leaf at the end of each node's path. Both are postorder numbers. */
  readonly leaf: Int32Array;
  /** Labels in postorder. */
  readonly label: Int32Array;
  /** Sum of the sizes of the subtrees of all keyroots at or below a node. */
  readonly keyrootSum: Float64Array;
}

/** Builds the index of a tree in linear time, without recursion. */
export function indexNodes(tree: NumberedTree): NodeIndex {
  const count = tree.label.length;
  const post = new Int32Array(count);
  const preRight = new Int32Array(count);
  const fromPreRight = new Int32Array(count);
  const postRight = new Int32Array(count);
  const size = new Int32Array(count);
  const label = new Int32Array(count);
  const parent = new Int32Array(count).fill(-1);
  const isFirstChild = new Uint8Array(count);
  const isLastChild = new Uint8Array(count);

  const preOf = new Int32Array(count);
  for (let node = count - 1; node >= 0; node--) {
    const pre = preOf[node]!;
    const own = tree.size[node]!;
    size[pre] = own;
    label[pre] = tree.label[node]!;
    post[pre] = node;
    preRight[pre] = count - 1 - node;
    fromPreRight[count - 1 - node] = pre;
    postRight[pre] = count - 1 - pre;
    let next = pre + own;
    for (let child = node - 1; child > node - own; child -= tree.size[child]!) {
      next -= tree.size[child]!;
      preOf[child] = next;
      parent[next] = pre;
      if (child === node - 1) isLastChild[next] = 1;
      if (next === pre + 1) isFirstChild[next] = 1;
    }
  }

  const leafBefore = new Int32Array(count);
  const leafBeforeRight = new Int32Array(count);
  let leaf = -1;
  let leafRight = -1;
  for (let at = 0; at < count; at++) {
    leafBefore[at] = leaf;
    if (size[at] === 1) leaf = at;
    leafBeforeRight[at] = leafRight;
    if (size[fromPreRight[at]!] === 1) leafRight = at;
  }

  const descendantSum = new Float64Array(count);
  const sizes = new Float64Array(count);
  for (let node = count - 1; node >= 0; node--) {
    const own = size[node]!;
    sizes[node]! += own;
    descendantSum[node] = (own * (own + 3)) / 2 - sizes[node]!;
    if (node > 0) sizes[parent[node]!]! += sizes[node]!;
  }

  const shape = { count, size, label, parent };
  return {
    ...shape,
    isFirstChild,
    isLastChild,
    preRight,
    fromPreRight,
    left: pathIndex(shape, post, isFirstChild),
    right: pathIndex(shape, postRight, isLastChild),
    leafBefore,
    leafBeforeRight,
    descendantSum,
  };
}

function pathIndex(
  { count, size, label, parent }: Pick<NodeIndex, "count" | "size" | "label" | "parent">,
  post: Int32Array,
  isOnPath: Uint8Array,
): PathIndex {
  const fromPost = new Int32Array(count);
  const labels = new Int32Array(count);
  for (let node = 0; node < count; node++) {
    fromPost[post[node]!] = node;
    labels[post[node]!] = label[node]!;
  }
  const leaf = new Int32Array(count);
  for (let at = 0; at < count; at++) leaf[at] = at - size[fromPost[at]!]! + 1;
  const keyrootSum = new Float64Array(count);
  for (let node = count - 1; node >= 0; node--) {
    keyrootSum[node]! += size[node]!;
    const above = parent[node]!;
    if (above >= 0)
      keyrootSum[above]! += keyrootSum[node]! - (isOnPath[node] === 1 ? size[node]! : 0);
  }
  return { post, fromPost, leaf, label: labels, keyrootSum };
}

/** Returns the leaf at the end of the leftmost, or rightmost, path from a node. */
export const pathLeaf = ({ post, fromPost, leaf }: PathIndex, node: number): number =>
  fromPost[leaf[post[node]!]!]!;
/**
 * Table of costs. It has 32-bit numbers if these can represent every sum exactly as a whole number, and otherwise
 * 64-bit numbers.
 */
export type Cells = Float32Array | Float64Array;

/** Optimal strategy and its cost. */
interface Strategy {
  /**
   * For each pair of subtrees (node of the first tree times the node count of the second, plus node of the second) the
   * path by which it is decomposed, as a leaf: leaf + 1 for the first tree, leaf + 1 + node count of the first for the
   * second tree. Negative for leftmost paths.
   */
  readonly paths: Cells;
  /** Number of subproblems to solve for the whole trees. */
  readonly subproblems: number;
}

/**
 * Chooses for each pair of subtrees the root-leaf path that leaves the fewest subproblems. It can be the leftmost,
 * rightmost or any other path, in either tree (Pawlik and Augsten 2016, algorithm 1). Ported from the authors' Java
 * program. The result is written to `paths`.
 */
export function chooseStrategy(tree1: NodeIndex, tree2: NodeIndex, paths: Cells): Strategy {
  const count1 = tree1.count;
  const count2 = tree2.count;
  const rows = new CostRows(count2);
  const second = { left: rows.take(), right: rows.take(), inner: rows.take() };
  const path2 = new Int32Array(count2);
  const costs1 = new Array<Costs | undefined>(count1);
  const leafCosts = { left: rows.take(), right: rows.take(), inner: rows.take() };
  const leaf1 = leafTable(tree1);
  const leaf2 = leafTable(tree2);
  const sum2 = tree2.left.keyrootSum;
  const reverseSum2 = tree2.right.keyrootSum;
  const innerSum2 = tree2.descendantSum;
  const { size: size2, parent: parent2, isFirstChild: first2, isLastChild: last2 } = tree2;
  let least = 0;

  for (let v = count1 - 1; v >= 0; v--) {
    const isLeaf = tree1.size[v] === 1;
    const parent = tree1.parent[v]!;
    const row = v * count2;
    const sizeV = tree1.size[v]!;
    const leftPath = -(leaf1[v]! + 1);
    const rightPath = v + sizeV;
    const keyrootsV = tree1.left.keyrootSum[v]!;
    const reverseV = tree1.right.keyrootSum[v]!;
    const innerV = tree1.descendantSum[v]!;
    if (isLeaf) paths.fill(v, row, row + count2);
    const own = isLeaf ? leafCosts : costs1[v]!;
    const above = parent < 0 ? undefined : (costs1[parent] ??= rows.takeCosts());
    const parentRow = parent * count2;
    const vIsFirst = tree1.isFirstChild[v] === 1;
    const vIsLast = tree1.isLastChild[v] === 1;
    second.left.fill(0);
    second.right.fill(0);
    second.inner.fill(0);
    path2.fill(0);

    for (let w = count2 - 1; w >= 0; w--) {
      const sizeW = size2[w]!;
      if (sizeW === 1) path2[w] = w;
      let path = -1;
      if (sizeV <= 1 || sizeW <= 1) least = Math.max(sizeV, sizeW);
      else {
        least = sizeV * sum2[w]! + own.left[w]!;
        path = leftPath;
        let cost = sizeV * reverseSum2[w]! + own.right[w]!;
        if (cost < least) {
          least = cost;
          path = rightPath;
        }
        cost = sizeV * innerSum2[w]! + own.inner[w]!;
        if (cost < least) {
          least = cost;
          path = paths[row + w]! + 1;
        }
        cost = sizeW * keyrootsV + second.left[w]!;
        if (cost < least) {
          least = cost;
          path = -(leaf2[w]! + count1 + 1);
        }
        cost = sizeW * reverseV + second.right[w]!;
        if (cost < least) {
          least = cost;
          path = w + sizeW + count1;
        }
        cost = sizeW * innerV + second.inner[w]!;
        if (cost < least) {
          least = cost;
          path = path2[w]! + count1 + 1;
        }
      }
      if (above !== undefined) {
        above.left[w]! += least;
        const inner = own.inner[w]! - least;
        if (inner < above.inner[w]!) {
          above.inner[w] = inner;
          paths[parentRow + w] = paths[row + w]!;
        }
        if (vIsFirst) {
          above.inner[w]! += above.left[w]!;
          above.left[w]! += own.left[w]! - least;
        }
        above.right[w]! += vIsLast ? own.right[w]! : least;
      }
      const up = parent2[w]!;
      if (up >= 0) {
        second.left[up]! += least;
        const inner = second.inner[w]! - least;
        if (inner < second.inner[up]!) {
          second.inner[up] = inner;
          path2[up] = path2[w]!;
        }
        if (first2[w] === 1) {
          second.inner[up]! += second.left[up]!;
          second.left[up]! += second.left[w]! - least;
        }
        second.right[up]! += last2[w] === 1 ? second.right[w]! : least;
      }
      paths[row + w] = path;
    }
    if (!isLeaf) {
      rows.giveBack(own);
      costs1[v] = undefined;
    }
  }
  return { paths, subproblems: least };
}

/** Costs of the subtrees beside a path, for each kind of path. */
interface Costs {
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly inner: Float64Array;
}

/** Pool of cost rows. Few are in use at a time, so they are reused after their node has been processed. */
class CostRows {
  readonly #length: number;
  readonly #free: Costs[] = [];

  constructor(length: number) {
    this.#length = length;
  }

  take(): Float64Array {
    return new Float64Array(this.#length);
  }

  takeCosts(): Costs {
    return this.#free.pop() ?? { left: this.take(), right: this.take(), inner: this.take() };
  }

  giveBack(costs: Costs): void {
    costs.left.fill(0);
    costs.right.fill(0);
    costs.inner.fill(0);
    this.#free.push(costs);
  }
}

function leafTable(tree: NodeIndex): Int32Array {
  const table = new Int32Array(tree.count);
  for (let node = 0; node < tree.count; node++) table[node] = pathLeaf(tree.left, node);
  return table;
}
