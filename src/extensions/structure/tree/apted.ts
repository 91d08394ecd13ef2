import { NotDefined } from "../../../extend.js";
import {
  type Comparison,
  followInnerPath,
  followOuterPath,
  type InnerStorage,
} from "./apted-paths.js";
import {
  type Cells,
  chooseStrategy,
  indexNodes,
  type NodeIndex,
  pathLeaf,
} from "./apted-strategy.js";
import type { EditCosts, TreePair } from "./ordered-tree.js";
/*
 * NOTICE: apted-strategy.ts, apted-paths.ts and this file follow the Java program of the
 * authors of APTED (https://github.com/DatabaseGroup/apted):
 *
 * MIT License. Copyright (c) 2017 Mateusz Pawlik, Nikolaus Augsten
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
 * documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
 * rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright
 * notice and this permission notice shall be included in all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
 * WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
 * COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
 * OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */
/** Maximum number of nodes of a tree. For a larger tree, a table of its squared size would not fit in memory. */
export const MAX_APTED_NODES = 6000;

/** Maximum number of subproblems. More would take minutes. */
export const MAX_SUBPROBLEMS = 5e9;

/**
 * Returns the tree edit distance by APTED (Pawlik and Augsten, "Tree edit distance: Robust and memory-efficient",
 * Information Systems 56, 2016). It is exact, takes no more time than any other decomposition by paths, and needs
 * tables of the product of the sizes. Throws {@link NotDefined} for a tree of more than {@link MAX_APTED_NODES} nodes
 * and for a pair that needs more than {@link MAX_SUBPROBLEMS} subproblems.
 */
export function aptedDistance([tree1, tree2]: TreePair, costs: EditCosts): number {
  const [count1, count2] = [tree1.label.length, tree2.label.length];
  if (Math.max(count1, count2) > MAX_APTED_NODES) {
    throw new NotDefined(
      `trees that differ in ${count1} and ${count2} nodes are too large to compare: ${MAX_APTED_NODES} nodes at most`,
    );
  }
  return new Apted(indexNodes(tree1), indexNodes(tree2), costs).run();
}

/** A pair of subtrees that must still be decomposed. If `ready`, its path can be followed. */
interface Task {
  readonly node1: number;
  readonly node2: number;
  readonly ready: boolean;
}

class Apted {
  readonly #tree1: NodeIndex;
  readonly #tree2: NodeIndex;
  readonly #costs: EditCosts;
  /**
   * Strategy paths of pairs that have not been compared, and distances of the forests below pairs that have been
   * compared.
   */
  readonly #delta: Cells;
  #forests: Cells | undefined;
  #inner: InnerStorage | undefined;

  constructor(tree1: NodeIndex, tree2: NodeIndex, costs: EditCosts) {
    this.#tree1 = tree1;
    this.#tree2 = tree2;
    this.#costs = costs;
    this.#delta = this.#cells(tree1.count * tree2.count);
  }

  run(): number {
    const { subproblems } = chooseStrategy(this.#tree1, this.#tree2, this.#delta);
    if (subproblems > MAX_SUBPROBLEMS) {
      throw new NotDefined(
        `trees that differ in ${this.#tree1.count} and ${this.#tree2.count} nodes are too costly to compare`,
      );
    }
    this.#startWithLeaves();
    let distance = 0;
    const tasks: Task[] = [{ node1: 0, node2: 0, ready: false }];
    for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
      if (task.ready) distance = this.#followPath(task.node1, task.node2);
      else if (this.#tree1.size[task.node1] === 1 || this.#tree2.size[task.node2] === 1) {
        // Distances of the forests below leaves are known. The distance itself is needed only if the whole tree is a
        // leaf.
        if (tasks.length === 0) distance = this.#withLeaf(task.node1, task.node2);
      } else {
        tasks.push({ node1: task.node1, node2: task.node2, ready: true });
        this.#pushBesidePath(task.node1, task.node2, tasks);
      }
    }
    return distance;
  }

  /**
   * Schedules the pairs of the subtrees beside the strategy's path with the other subtree, because they must be
   * compared before the path is followed.
   */
  #pushBesidePath(node1: number, node2: number, tasks: Task[]): void {
    const offset = this.#tree1.count;
    const leaf = Math.abs(this.#delta[node1 * this.#tree2.count + node2]!) - 1;
    const inFirst = leaf < offset;
    const tree = inFirst ? this.#tree1 : this.#tree2;
    const root = inFirst ? node1 : node2;
    let onPath = inFirst ? leaf : leaf - offset;
    while (onPath > root) {
      const parent = tree.parent[onPath]!;
      const end = parent + tree.size[parent]!;
      for (let child = parent + 1; child < end; child += tree.size[child]!) {
        if (child === onPath) continue;
        // Distances of the forests below leaves are known already.
        if (tree.size[child] === 1) continue;
        tasks.push({
          node1: inFirst ? child : node1,
          node2: inFirst ? node2 : child,
          ready: false,
        });
      }
      onPath = parent;
    }
  }

  #followPath(node1: number, node2: number): number {
    const { insert, remove, rename } = this.#costs;
    const strategy = this.#delta[node1 * this.#tree2.count + node2]!;
    const offset = this.#tree1.count;
    const leaf = Math.abs(strategy) - 1;
    const swapped = leaf >= offset;
    const columns = this.#tree2.count;
    const comparison: Comparison = {
      path: swapped ? this.#tree2 : this.#tree1,
      pathRoot: swapped ? node2 : node1,
      other: swapped ? this.#tree1 : this.#tree2,
      otherRoot: swapped ? node1 : node2,
      pathStride: swapped ? 1 : columns,
      otherStride: swapped ? columns : 1,
      pathCost: swapped ? insert : remove,
      otherCost: swapped ? remove : insert,
      rename,
    };
    const { path, pathRoot } = comparison;
    const pathEnd = swapped ? leaf - offset : leaf;
    const cells = (this.#tree1.count + 1) * (columns + 1);
    this.#forests ??= this.#cells(cells);
    if (strategy < 0) return followOuterPath(comparison, "left", this.#delta, this.#forests);
    if (pathEnd === pathLeaf(path.right, pathRoot)) {
      return followOuterPath(comparison, "right", this.#delta, this.#forests);
    }
    return followInnerPath(comparison, pathEnd, this.#delta, this.#storage(comparison));
  }

  #storage({ other, otherRoot }: Comparison): InnerStorage {
    const squared = (other.size[otherRoot]! + 1) ** 2;
    const known = this.#inner;
    if (known !== undefined && known.t.length >= squared) return known;
    const nodes = Math.max(this.#tree1.count, this.#tree2.count) + 2;
    this.#inner = {
      s: this.#forests!,
      t: this.#cells(squared),
      q: this.#cells(nodes),
      fn: new Int32Array(nodes),
      ft: new Int32Array(nodes),
    };
    return this.#inner;
  }

  /**
   * Sets the distances of the forests below pairs with a leaf, in which all nodes of the other subtree are removed or
   * inserted.
   */
  #startWithLeaves(): void {
    const { insert, remove } = this.#costs;
    const { size: size1 } = this.#tree1;
    const { size: size2 } = this.#tree2;
    const columns = this.#tree2.count;
    for (let node1 = 0; node1 < this.#tree1.count; node1++) {
      const row = node1 * columns;
      const own = size1[node1]!;
      for (let node2 = 0; node2 < columns; node2++) {
        if (own === 1) this.#delta[row + node2] = (size2[node2]! - 1) * insert;
        else if (size2[node2] === 1) this.#delta[row + node2] = (own - 1) * remove;
      }
    }
  }

  /**
   * Returns the distance of two subtrees, one of which is a leaf. The leaf is mapped to a node with its label if there
   * is one.
   */
  #withLeaf(node1: number, node2: number): number {
    const { insert, remove, rename } = this.#costs;
    const { size: size1, label: label1 } = this.#tree1;
    const { size: size2, label: label2 } = this.#tree2;
    const [own1, own2] = [size1[node1]!, size2[node2]!];
    const labels1 = label1.subarray(node1, node1 + own1);
    const labels2 = label2.subarray(node2, node2 + own2);
    const found = own1 === 1 ? labels2.includes(labels1[0]!) : labels1.includes(labels2[0]!);
    const mapped = found ? 0 : Math.min(rename, remove + insert);
    return (own1 - 1) * remove + (own2 - 1) * insert + mapped;
  }

  #cells(length: number): Cells {
    const { insert, remove, rename } = this.#costs;
    const largest = Math.max(insert, remove, rename) * (this.#tree1.count + this.#tree2.count);
    const whole = [insert, remove, rename].every(Number.isInteger);
    return whole && largest < 2 ** 24 ? new Float32Array(length) : new Float64Array(length);
  }
}
