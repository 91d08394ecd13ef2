import type { FusionName } from "./fusions.js";

/** The words for `fusion`. */
export const FUSIONS: readonly FusionName[] = ["plain", "smooth", "rule", "smooth-rule", "greedy"];
