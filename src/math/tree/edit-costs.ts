/** What the three edit operations cost. A rename of a label to itself is free. */
export interface EditCosts {
  readonly insert: number;
  readonly remove: number;
  readonly rename: number;
}

/** Every operation costs 1. */
export const UNIT_COSTS: EditCosts = { insert: 1, remove: 1, rename: 1 };

/** The costs themselves; throws a `RangeError` unless they are finite numbers of at least 0, one of them above 0. */
export function checkedCosts(costs: EditCosts): EditCosts {
  const { insert, remove, rename } = costs;
  const all = [insert, remove, rename];
  if (!all.every((cost) => Number.isFinite(cost) && cost >= 0) || Math.max(...all) === 0) {
    throw new RangeError(
      `edit costs must be finite numbers of at least 0, not all 0: insert ${insert}, remove ${remove}, rename ${rename}`,
    );
  }
  return costs;
}

/** The largest distance that two trees of these sizes can have by the bound of the clustering paper, section 3. */
export function largestDistance(costs: EditCosts, size1: number, size2: number): number {
  return Math.max(costs.insert, costs.remove, costs.rename) * (size1 + size2);
}
