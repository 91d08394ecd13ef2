import type { EditCosts, NumberedTree, TreePair } from "./ordered-tree.js";

/** What is left of two trees once what they share at their edges has gone. */
type Stripped =
  /** Nothing is left of one of them: this is the distance. */
  | { readonly distance: number }
  /** The distance of these trees is that of the whole ones. */
  | { readonly pair: TreePair };

/**
 * Takes away what cannot matter: equal roots, and equal subtrees at the left and the right edge of the forests below
 * them, again and again. The distance stays the same, whatever the costs (one for each operation): of two optimal
 * mappings one maps each such part to its twin, because nodes of a twin that were mapped elsewhere leave as many nodes
 * of the other twin unmapped, which cost the same as the nodes elsewhere.
 */
export function stripCommon([tree1, tree2]: TreePair, costs: EditCosts): Stripped {
  const a = new Forest(tree1);
  const b = new Forest(tree2);
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

/** A run of nodes in postorder that are whole trees. */
class Forest {
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

  /** The forest below a root of its own, whose numbers are -1: equal roots change no distance. */
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

const sameSubtree = (a: Forest, i: number, b: Forest, j: number): boolean =>
  a.tree.kind[i] === b.tree.kind[j];

function stripRight(a: Forest, b: Forest): number {
  let stripped = 0;
  while (a.length > 0 && b.length > 0 && sameSubtree(a, a.to - 1, b, b.to - 1)) {
    const size = a.tree.size[a.to - 1]!;
    a.to -= size;
    b.to -= size;
    stripped += size;
  }
  return stripped;
}

function stripLeft(a: Forest, b: Forest): number {
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

function rootsFromLeft({ from, to, tree }: Forest): number[] {
  const roots: number[] = [];
  for (let root = to - 1; root >= from; root -= tree.size[root]!) roots.push(root);
  return roots.reverse();
}
