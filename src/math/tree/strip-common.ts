import type { EditCosts, NumberedTree, TreePair } from "./ordered-tree.js";

/** What is left of two trees once what they share at their edges has gone. */
export type Stripped =
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
  readonly hashes: Int32Array;
  from = 0;
  to: number;

  constructor(tree: NumberedTree) {
    this.tree = tree;
    this.hashes = subtreeHashes(tree);
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
    const { label, size } = this.tree;
    return { label: label.slice(this.from, this.to), size: size.slice(this.from, this.to) };
  }

  /** The forest below a root of its own, whose label is -1: equal roots change no distance. */
  rooted(): NumberedTree {
    const label = new Int32Array(this.length + 1);
    const size = new Int32Array(this.length + 1);
    label.set(this.tree.label.subarray(this.from, this.to));
    size.set(this.tree.size.subarray(this.from, this.to));
    label[this.length] = -1;
    size[this.length] = this.length + 1;
    return { label, size };
  }
}

/** A number for each subtree; equal subtrees have equal numbers, others hardly ever. */
function subtreeHashes({ label, size }: NumberedTree): Int32Array {
  const hashes = new Int32Array(label.length);
  for (let node = 0; node < label.length; node++) {
    let hash = Math.imul(label[node]! + 0x9e3779b1, 0x85ebca6b);
    for (let child = node - 1; child > node - size[node]!; child -= size[child]!) {
      hash = Math.imul((hash << 7) ^ (hash >>> 25) ^ hashes[child]!, 0xc2b2ae35) + 1;
    }
    hashes[node] = hash;
  }
  return hashes;
}

/** Whether the subtrees of two nodes are the same: the numbers first, then node by node. */
function sameSubtree(a: Forest, i: number, b: Forest, j: number): boolean {
  const size = a.tree.size[i]!;
  if (a.hashes[i] !== b.hashes[j] || size !== b.tree.size[j]) return false;
  for (let back = 0; back < size; back++) {
    if (
      a.tree.label[i - back] !== b.tree.label[j - back] ||
      a.tree.size[i - back] !== b.tree.size[j - back]
    ) {
      return false;
    }
  }
  return true;
}

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
