import { UsageError } from "../errors.js";
import type { Settings } from "../types.js";

type Costs = Settings["editCosts"];

/** Costs as chosen, others from the profile; throws a `UsageError` unless they are numbers of at least 0, not all 0. */
export function editCosts(
  chosen: {
    readonly insertCost?: number;
    readonly removeCost?: number;
    readonly renameCost?: number;
  },
  { insert, remove, rename }: Costs,
): Costs {
  const costs = {
    insert: chosen.insertCost ?? insert,
    remove: chosen.removeCost ?? remove,
    rename: chosen.renameCost ?? rename,
  };
  for (const [operation, cost] of Object.entries(costs)) {
    if (!(cost >= 0 && cost <= largest)) {
      throw new UsageError(
        `the cost to ${operation} must be a number from 0 to ${largest}, not ${cost}.`,
      );
    }
  }
  if (Object.values(costs).every((cost) => cost === 0)) {
    throw new UsageError("the costs to insert, remove and rename cannot all be 0.");
  }
  return costs;
}

/** Beyond this no ratio of costs makes a difference. */
const largest = 1_000_000;
