/** The distance of ordered trees, for programs that compare trees of their own. */
export { formatBracketTree, parseBracketTree } from "./base/math/tree/ordered-tree.js";
export { UNIT_COSTS, type EditCosts, type OrderedTree } from "./base/math/tree/ordered-tree.js";
export {
  treeEditDistance,
  treeEditDistanceAtMost,
  treeEditDistanceBound,
  treeEditDistanceWithin,
  type TreeOrBrackets,
} from "./base/math/tree/tree-edit-distance.js";
