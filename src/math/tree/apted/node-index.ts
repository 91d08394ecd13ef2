import type { NumberedTree } from "../tree-pair.js";

/**
 * One tree as APTED looks at it. Nodes go by their number in preorder unless a name says otherwise; `left` orders
 * visit children from the left, `right` orders from the right. Ported from the authors' NodeIndexer.
 */
export interface NodeIndex {
  readonly count: number;
  readonly label: Int32Array;
  readonly size: Int32Array;
  /** -1 for the root. */
  readonly parent: Int32Array;
  /** Whether a node is the first, or the last, child. */
  readonly isFirstChild: Uint8Array;
  readonly isLastChild: Uint8Array;
  readonly preRight: Int32Array;
  readonly fromPreRight: Int32Array;
  readonly left: PathIndex;
  readonly right: PathIndex;
  /** Of each node, the leaf met last before it; -1 where there is none. In preorder, and in preorder from the right. */
  readonly leafBefore: Int32Array;
  readonly leafBeforeRight: Int32Array;
  /** Sums that the costs of strategies are made of: of the keyroots' subtrees, and of all subtrees' forests. */
  readonly descendantSum: Float64Array;
}

/** What is needed to compare along leftmost, or rightmost, paths: everything in the postorder of that side. */
export interface PathIndex {
  readonly post: Int32Array;
  readonly fromPost: Int32Array;
  /** In postorder, the leaf at the end of each node's path: its number in postorder. */
  readonly leaf: Int32Array;
  /** Labels in postorder. */
  readonly label: Int32Array;
  /** Sizes of the subtrees of all keyroots at or below a node, summed. */
  readonly keyrootSum: Float64Array;
}

/** Indexes a tree; linear, without recursion. */
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

/** The leaf at the end of the leftmost, or rightmost, path from a node. */
export const pathLeaf = ({ post, fromPost, leaf }: PathIndex, node: number): number =>
  fromPost[leaf[post[node]!]!]!;
