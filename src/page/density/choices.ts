import type { FusionName } from "./fusions.js";

/** Values of `fusion`. */
export const FUSIONS: readonly FusionName[] = ["plain", "smooth", "rule", "smooth-rule", "greedy"];
