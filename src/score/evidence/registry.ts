import type { CollectionEvidence } from "./collection-evidence.js";

/** Evidence of collections that a run may ask for, in the order of results. Extensions and plug-ins add theirs. */
export const registeredEvidence: CollectionEvidence[] = [];
