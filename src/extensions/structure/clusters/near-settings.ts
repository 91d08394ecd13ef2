import { UsageError } from "../../../base/errors.js";
import { share } from "../../../base/find.js";
import { type EditCosts, UNIT_COSTS } from "../tree/ordered-tree.js";
import { requireEditCosts } from "../settings.js";
import type { ClusterSettings } from "./options.js";

/** Throws a `UsageError` unless the costs are numbers of at least 0 and not all 0. */
export function clusterCosts(settings: Partial<ClusterSettings>): EditCosts {
  const costs = {
    insert: settings.insertCost ?? UNIT_COSTS.insert,
    remove: settings.removeCost ?? UNIT_COSTS.remove,
    rename: settings.renameCost ?? UNIT_COSTS.rename,
  };
  requireEditCosts(costs);
  return costs;
}

/** Throws a `UsageError` for settings out of range. */
export function checkClusterSettings(settings: ClusterSettings): void {
  clusterCosts(settings);
  const { structureWeight, similarity, overlap, rounds } = settings;
  share(structureWeight, "structure weight");
  if (!(similarity > 0 && similarity <= 1 && overlap > 0 && overlap <= 1)) {
    throw new UsageError(
      `the similarity and the overlap must be above 0 and at most 1, not ${similarity} and ${overlap}.`,
    );
  }
  if (!(Number.isSafeInteger(rounds) && rounds > 0)) {
    throw new UsageError(`the number of rounds must be a whole number above 0, not ${rounds}.`);
  }
}

/**
 * Returns the maximum tree edit distance, as a share of the largest possible distance, of two near neighbours with this
 * similarity of style. It is negative if they cannot be near neighbours. `style` is `undefined` if neither page has a
 * CSS class. Then only structure counts.
 */
export function allowedDistance(
  style: number | undefined,
  { structureWeight, similarity }: Pick<ClusterSettings, "structureWeight" | "similarity">,
): number {
  if (style === undefined) return 1 - similarity + rounding;
  const missing = similarity - (1 - structureWeight) * style;
  if (missing <= rounding) return 1;
  return structureWeight === 0 ? -1 : 1 - missing / structureWeight + rounding;
}

/** Returns the minimum similarity of style of two pages with equal trees that are near neighbours. */
export const leastStyle = ({
  structureWeight,
  similarity,
}: Pick<ClusterSettings, "structureWeight" | "similarity">): number =>
  (structureWeight === 1 ? 0 : (similarity - structureWeight) / (1 - structureWeight)) - 1e-9;

/** Tolerance for floating-point errors. With it, pages exactly at the threshold count as similar. */
const rounding = 1e-12;
