import { UsageError } from "../../base/errors.js";
import { option } from "../../base/option.js";
import { settingsUnder } from "../../base/setting.js";
import { decimal, shareOfOne } from "../../base/value-kinds.js";

/** Costs of the three edit operations. Renaming a label to itself is free. */
export interface EditCosts {
  readonly insert: number;
  readonly remove: number;
  readonly rename: number;
}

export const structureSettings = settingsUnder(
  { heading: "Measures and verdicts", decides: "scores", rare: true },
  {
    structureWeight: option(
      "--structure-weight <share>",
      "share of structure in structure-style and in clusters, 0 to 1; the rest is style",
      { ...shareOfOne("structure weight"), sets: ["structureWeight"], initial: 0.5 },
    ),
    insertCost: option("--insert-cost <cost>", "cost of an element inserted, for structure", {
      ...decimal,
      sets: ["editCosts", "insert"],
      initial: 1,
    }),
    removeCost: option("--remove-cost <cost>", "cost of an element removed, for structure", {
      ...decimal,
      sets: ["editCosts", "remove"],
      initial: 1,
    }),
    renameCost: option("--rename-cost <cost>", "cost of an element renamed, for structure", {
      ...decimal,
      sets: ["editCosts", "rename"],
      initial: 1,
      requires: (settings: object) =>
        requireEditCosts((settings as { readonly editCosts: EditCosts }).editCosts),
    }),
  },
);

/** Larger ratios between costs make no difference. */
const LARGEST_COST = 1_000_000;

/** Throws a `UsageError` unless all costs are numbers of at least 0 and not all are 0. */
export function requireEditCosts(costs: EditCosts): void {
  for (const [operation, cost] of Object.entries(costs)) {
    if (!(cost >= 0 && cost <= LARGEST_COST)) {
      throw new UsageError(
        `the cost to ${operation} must be a number from 0 to ${LARGEST_COST}, not ${cost}.`,
      );
    }
  }
  if (Object.values(costs).every((cost) => cost === 0)) {
    throw new UsageError("the costs to insert, remove and rename cannot all be 0.");
  }
}
