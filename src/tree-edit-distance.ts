/** The distance of ordered trees (APTED), for programs that compare trees of their own. */
export { formatBracketTree, parseBracketTree } from "./extensions/structure/tree/ordered-tree.js";
export {
  UNIT_COSTS,
  type EditCosts,
  type OrderedTree,
} from "./extensions/structure/tree/ordered-tree.js";
export {
  treeEditDistance,
  treeEditDistanceAtMost,
  treeEditDistanceBound,
  treeEditDistanceWithin,
  type TreeOrBrackets,
} from "./extensions/structure/tree/tree-edit-distance.js";
