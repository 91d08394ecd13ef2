import type { Clustered } from "./cluster-by-simhash.js";
import { qualityScore } from "./quality.js";

/**
 * The best memento of each cluster of each slice by {@link qualityScore}, of equally good ones the greatest URI-M (as
 * OTMT), in the order in which the rows first name a cluster. Mementos that are like no other are one cluster of their
 * slice. `damageOf` has the damage by URI-M; without it there is none.
 */
export function selectHighQuality(
  clustered: readonly Clustered[],
  damageOf: ReadonlyMap<string, number> = new Map(),
): string[] {
  const best = new Map<string, { readonly uriM: string; readonly score: number }>();
  for (const { slice, cluster, uriM } of clustered) {
    const score = qualityScore(uriM, damageOf.get(uriM));
    const key = `${slice} ${cluster}`;
    const before = best.get(key);
    const isBetter =
      before === undefined ||
      score > before.score ||
      (score === before.score && uriM > before.uriM);
    if (isBetter) best.set(key, { uriM, score });
  }
  return [...best.values()].map(({ uriM }) => uriM);
}
