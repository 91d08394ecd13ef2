import type { FusionName } from "./fusions.js";

export const FUSIONS: readonly FusionName[] = ["plain", "smooth", "rule", "smooth-rule", "greedy"];
