import type { ProfileName } from "../score/settings/types.js";

/*
 * Choices and defaults of options of single commands. The table of options and the tasks share them, so that neither
 * has to import the other.
 */

/** Limits for near neighbours and for merging clusters. */
export interface ClusterSettings {
  /** Weight of structure in the similarity, 0 to 1 (κ of the paper). Style has the rest. */
  readonly structureWeight: number;
  /** Least similarity of near neighbours, above 0 to 1. */
  readonly similarity: number;
  /** Least overlap of the near neighbours of two clusters that are merged, above 0 to 1. */
  readonly overlap: number;
  /** Maximum number of rounds of merging. */
  readonly rounds: number;
  /** Cost of inserting an element in the tree edit distance; 1 if absent, as are the two costs below. */
  readonly insertCost?: number;
  readonly removeCost?: number;
  readonly renameCost?: number;
}

/**
 * Thresholds of the paper: a similarity of 85 %, 85 % of near neighbours shared, and structure and style weighted
 * equally.
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

/** Profiles that have thresholds of their own. The profile default has none: its learned combination decides. */
export const CUT_PROFILES: readonly ProfileName[] = ["paper", "otmt-1.0.5"];

/** Output types of `evaluate`. */
export const EVALUATION_FORMS = ["text", "markdown", "csv", "json", "html"] as const;

/**
 * Ways to draw a sample. `random` gives each memento the same probability, `threshold` draws half of the sample from
 * the scores nearest to the threshold, `kind` draws equally many of each kind of page.
 */
export const DRAWS = ["random", "threshold", "kind"] as const;

export type Draw = (typeof DRAWS)[number];

/**
 * Orders in which pages are opened. `mean` goes by the mean score of the pages that link to a page (the paper). `best`
 * adds one link of score 0 to that mean, so that five good pages count for more than one. `breadth` keeps the order in
 * which pages were found.
 */
export const crawlOrders = ["best", "mean", "breadth"] as const;

export type CrawlOrder = (typeof crawlOrders)[number];

/** Output types of `collect`. `sample` writes the candidates that a person should judge. */
export const candidateFormNames = ["jsonl", "csv", "html", "sample"] as const;

export type CandidateForm = (typeof candidateFormNames)[number];

/** Maximum share of differing Simhash bits between duplicates; the default of OTMT. */
export const DUPLICATE_SHARE = 0.2;

/** Maximum number of differing Simhash bits between near neighbours. */
export const NEAR_BITS = 3;

/** Forms of the progress that a run shows on standard error. */
export const PROGRESS_FORMS = ["line", "json"] as const;

export type ProgressForm = (typeof PROGRESS_FORMS)[number];

/** File in which `review` keeps decisions if none is named. */
export const DECISIONS = "decisions.tsv";
