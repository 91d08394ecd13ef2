/** What makes two pages near neighbours, and two clusters one. */
export interface ClusterSettings {
  /** Share of structure in the similarity, 0 to 1 (κ); the rest is style. */
  readonly structureWeight: number;
  /** Pages of at least this similarity are near neighbours, above 0 to 1. */
  readonly similarity: number;
  /** Clusters whose sets of near neighbours overlap by at least this are merged, above 0 to 1. */
  readonly overlap: number;
  /** Rounds of merging at most. */
  readonly rounds: number;
  /** What an inserted, removed and renamed element costs; 1 each unless given. */
  readonly insertCost?: number;
  readonly removeCost?: number;
  readonly renameCost?: number;
}

/**
 * Thresholds of the paper: 85 % similarity, 85 % of near neighbours shared, structure and style alike.
 *
 * @example
 * ```js
 * console.log(CLUSTER_DEFAULTS.similarity);
 * // 0.85
 * ```
 */
export const CLUSTER_DEFAULTS: ClusterSettings = {
  structureWeight: 0.5,
  similarity: 0.85,
  overlap: 0.85,
  rounds: 100,
};
