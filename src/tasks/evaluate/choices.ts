import type { ProfileName } from "../../score/settings/types.js";

/** Profiles that have thresholds of their own. */
export const CUT_PROFILES: readonly ProfileName[] = ["paper", "otmt-1.0.5"];

/** Forms in which an evaluation is written. */
export const EVALUATION_FORMS = ["text", "markdown", "csv", "json", "html"] as const;

/** random: each with the same probability. threshold: half of them nearest to the threshold. kind: as many of each kind. */
export const DRAWS = ["random", "threshold", "kind"] as const;

export type Draw = (typeof DRAWS)[number];
