import type { ProfileName } from "../score/settings/types.js";

/* What options of single commands may be: the table of options and the work of these commands use it. */

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

/** Profiles that have thresholds of their own. */
export const CUT_PROFILES: readonly ProfileName[] = ["paper", "otmt-1.0.5"];

/** Forms in which an evaluation is written. */
export const EVALUATION_FORMS = ["text", "markdown", "csv", "json", "html"] as const;

/** random: each with the same probability. threshold: half of them nearest to the threshold. kind: as many of each kind. */
export const DRAWS = ["random", "threshold", "kind"] as const;

export type Draw = (typeof DRAWS)[number];

/**
 * In which order pages are opened: by the mean score of the pages that lead to it (the paper); the same as if one more
 * page led to it, of score 0, so that five good pages say more than one; or as they were found.
 */
export const crawlOrders = ["best", "mean", "breadth"] as const;

export type CrawlOrder = (typeof crawlOrders)[number];

/** Forms in which candidates are written: `sample` has those that a person is to judge. */
export const candidateFormNames = ["jsonl", "csv", "html", "sample"] as const;

export type CandidateForm = (typeof candidateFormNames)[number];

/** Share of the Simhash's bits up to which two mementos are duplicates, as in OTMT. */
export const DUPLICATE_SHARE = 0.2;

/** Bits in which near neighbours differ at most. */
export const NEAR_BITS = 3;
