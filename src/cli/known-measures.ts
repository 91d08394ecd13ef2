import type { KnownMeasures } from "../evaluate/axes.js";
import { measures } from "../measures/index.js";
import { collectionMeasures } from "../topic/collection-measures.js";

/** The measures of this version, for reading results by. */
export const knownMeasures: KnownMeasures = { measures, collection: collectionMeasures };
