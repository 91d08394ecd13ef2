import { option, under } from "../../../base/option.js";
import { parseDecimal, whole } from "../../../base/value-kinds.js";
import { formOption } from "../../../command/options/output.js";
import { structureSettings } from "../settings.js";

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

export const clusterOptions = {
  clusterForm: formOption(
    ["json", "csv", "text", "html"],
    "form of the clusters; html is a picture of them with a table",
  ),
  ...structureSettings,
  ...under("Clusters", {
    similarity: option("--similarity <share>", "least similarity of near neighbours", {
      parse: parseDecimal,
      default: String(CLUSTER_DEFAULTS.similarity),
    }),
    overlap: option(
      "--overlap <share>",
      "least overlap of the near neighbours of clusters that are merged",
      {
        rare: true,
        parse: parseDecimal,
        default: String(CLUSTER_DEFAULTS.overlap),
      },
    ),
    rounds: option("--rounds <n>", "maximum number of rounds of merging", {
      rare: true,
      parse: whole(1),
      default: String(CLUSTER_DEFAULTS.rounds),
    }),
  }),
} as const;
