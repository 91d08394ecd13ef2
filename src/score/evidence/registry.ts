import type { CollectionEvidence } from "./collection-evidence.js";

/** Evidence of collections that a run may ask for, in the order of results. Extensions add theirs. */
export const registeredEvidence: CollectionEvidence[] = [];
