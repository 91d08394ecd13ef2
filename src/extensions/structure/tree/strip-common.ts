import type { EditCosts, NumberedTree, TreePair } from "./ordered-tree.js";

/** Two trees after their equal edges have been removed. */
type Stripped =
  /** Distance of the trees. It is known if nothing is left of one of them. */
  | { readonly distance: number }
  /** Trees whose distance equals the distance of the whole trees. */
  | { readonly pair: TreePair };

/**
 * Removes parts that cannot affect the distance: equal roots, and equal subtrees at the left and right edge of the
 * forests below them, repeatedly. The distance stays the same with any costs that depend on the operation only. Proof:
 * some optimal mapping maps each such part to its twin, because mapping nodes of one twin elsewhere leaves as many
 * nodes of the other twin unmapped, at the same cost.
 */
export function stripCommon([tree1, tree2]: TreePair, costs: EditCosts): Stripped {
  const a = new OpenForest(tree1);
  const b = new OpenForest(tree2);
  for (;;) {
    const stripped = stripLeft(a, b) + stripRight(a, b);
    if (a.length === 0 || b.length === 0) {
      return { distance: a.length * costs.remove + b.length * costs.insert };
    }
    if (a.isTree && b.isTree && a.rootLabel === b.rootLabel) {
      a.dropRoot();
      b.dropRoot();
    } else if (stripped === 0 || !(a.isTree && b.isTree)) {
      return { pair: a.isTree && b.isTree ? [a.toTree(), b.toTree()] : [a.rooted(), b.rooted()] };
    }
  }
}

/** Range of nodes in postorder that consists of whole trees. */
class OpenForest {
  readonly tree: NumberedTree;
  from = 0;
  to: number;

  constructor(tree: NumberedTree) {
    this.tree = tree;
    this.to = tree.label.length;
  }

  get length(): number {
    return this.to - this.from;
  }

  get isTree(): boolean {
    return this.tree.size[this.to - 1] === this.length;
  }

  get rootLabel(): number {
    return this.tree.label[this.to - 1]!;
  }

  dropRoot(): void {
    this.to -= 1;
  }

  toTree(): NumberedTree {
    const { label, size, kind } = this.tree;
    const { from, to } = this;
    return {
      label: label.subarray(from, to),
      size: size.subarray(from, to),
      kind: kind.subarray(from, to),
    };
  }

  /**
   * Returns the forest as a tree, below a new root with the label and kind -1. Equal roots do not change a distance.
   */
  rooted(): NumberedTree {
    const below = this.toTree();
    const withRoot = (numbers: Int32Array, root: number): Int32Array => {
      const all = new Int32Array(numbers.length + 1);
      all.set(numbers);
      all[numbers.length] = root;
      return all;
    };
    return {
      label: withRoot(below.label, -1),
      size: withRoot(below.size, this.length + 1),
      kind: withRoot(below.kind, -1),
    };
  }
}

const sameSubtree = (a: OpenForest, i: number, b: OpenForest, j: number): boolean =>
  a.tree.kind[i] === b.tree.kind[j];

function stripRight(a: OpenForest, b: OpenForest): number {
  let stripped = 0;
  while (a.length > 0 && b.length > 0 && sameSubtree(a, a.to - 1, b, b.to - 1)) {
    const size = a.tree.size[a.to - 1]!;
    a.to -= size;
    b.to -= size;
    stripped += size;
  }
  return stripped;
}

function stripLeft(a: OpenForest, b: OpenForest): number {
  const roots1 = rootsFromLeft(a);
  const roots2 = rootsFromLeft(b);
  const from = a.from;
  for (let i = 0; i < Math.min(roots1.length, roots2.length); i++) {
    const [root1, root2] = [roots1[i]!, roots2[i]!];
    if (!sameSubtree(a, root1, b, root2)) break;
    a.from = root1 + 1;
    b.from = root2 + 1;
  }
  return a.from - from;
}

function rootsFromLeft({ from, to, tree }: OpenForest): number[] {
  const roots: number[] = [];
  for (let root = to - 1; root >= from; root -= tree.size[root]!) roots.push(root);
  return roots.reverse();
}
