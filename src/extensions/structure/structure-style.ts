import { ofRawPages } from "../../score/scoring/likeness.js";
import type { Settings } from "../../score/settings/types.js";
import type { PairMeasure } from "../../score/types.js";
import { type DomTree, packTree } from "./dom-tree.js";
import { structure } from "./structure.js";
import { styleSimilarity } from "./style.js";
import type { OrderedTree } from "./tree/ordered-tree.js";

interface PageStructure {
  readonly tree: OrderedTree;
  readonly classes: readonly string[];
}

/**
 * Weighted mean `κ structure + (1 - κ) style`, where κ is the structure weight (0.5 by default). If neither page has a
 * CSS class, style is not defined, and the score is the structure alone.
 */
export const structureStyle: PairMeasure<
  readonly [DomTree, readonly string[] | null],
  PageStructure
> = {
  ...ofRawPages,
  keyword: "structure-style",
  title: "Structural and stylistic similarity",
  summary: "Weighted mean of structure and style; structure alone if neither page has a CSS class.",
  source:
    "Gowda and Mattmann, Clustering Web Pages Based on Structure and Style Similarity (IRI 2016), section 5, equation 1",
  symmetric: false,
  reads: ["editCosts", "structureWeight"],
  input: () => [
    { feature: "dom-tree", options: {} },
    { feature: "css-classes", options: {} },
  ],
  prepare: ([tree, classes]) => ({ tree: packTree(tree), classes: classes ?? [] }),
  score: (first, memento, settings) =>
    weigh(first, memento, settings, () => structure.score(first.tree, memento.tree, settings)),
  bound: (first, memento, settings) => ({
    score: weigh(
      first,
      memento,
      settings,
      () => structure.bound!(first.tree, memento.tree, settings).score,
    ),
    bound: "at most",
  }),
};

function weigh(
  first: PageStructure,
  memento: PageStructure,
  { structureWeight }: Settings,
  structural: () => number,
): number {
  const stylistic = styleSimilarity(first.classes, memento.classes);
  if (stylistic === undefined) return structural();
  if (structureWeight === 0) return stylistic;
  return structureWeight * structural() + (1 - structureWeight) * stylistic;
}
