import { sketchSize } from "../../page/features/words.js";
import type { PairMeasure } from "../types.js";
import { bySketches, ofRawPages } from "../scoring/likeness.js";

/**
 * Similarity of the sets of character n-grams. It is Jaccard's index, estimated from two bottom-k sketches as the share
 * of the k smallest hashes of the union that are in both. It is exact for pages of at most 256 different n-grams.
 */
export const ngrams: PairMeasure<readonly number[]> = {
  ...ofRawPages,
  keyword: "ngrams",
  title: "Character n-gram similarity",
  summary: "Share of short runs of characters that both mementos have, in any script.",
  source: "Broder, On the resemblance and containment of documents (SEQUENCES 1997), section 3",
  input: () => ({ feature: "char-ngrams", options: {} }),
  ...bySketches(sketchSize, 1),
};
