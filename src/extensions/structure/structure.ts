import { ofRawPages } from "../../score/scoring/likeness.js";
import type { PairMeasure } from "../../score/types.js";
import { type DomTree, packTree } from "./dom-tree.js";
import { type EditCosts, largestDistance, type OrderedTree } from "./tree/ordered-tree.js";
import { treeEditDistance, treeEditDistanceBound } from "./tree/tree-edit-distance.js";

/**
 * Similarity of the trees of elements: `1 - TED / (γmax (|F| + |M|))`, where TED is the lowest cost of insertions,
 * removals and renames of elements that turn one tree into the other, and γmax the highest of the three costs.
 */
export const structure: PairMeasure<DomTree, OrderedTree> = {
  ...ofRawPages,
  keyword: "structure",
  aliases: ["ted"],
  title: "Structural similarity",
  summary: "Share of the page's tree of elements that is kept, by tree edit distance.",
  source:
    "Gowda and Mattmann, Clustering Web Pages Based on Structure and Style Similarity (IRI 2016), section 3; " +
    "Zhang and Shasha, Simple fast algorithms for the editing distance between trees (SIAM Journal on Computing 18, 1989)",
  symmetric: false,
  reads: ["editCosts"],
  input: () => ({ feature: "dom-tree", options: {} }),
  prepare: packTree,
  score: (first, memento, { editCosts }) =>
    similarity(treeEditDistance(first, memento, editCosts), first, memento, editCosts),
  bound: (first, memento, { editCosts }) => ({
    score: similarity(treeEditDistanceBound(first, memento, editCosts), first, memento, editCosts),
    bound: "at most",
  }),
};

const similarity = (d: number, one: OrderedTree, other: OrderedTree, costs: EditCosts): number =>
  1 - d / largestDistance(costs, one.label.length, other.label.length);
