import { compareSpamsums } from "../../base/math/spamsum.js";
import type { PairMeasure } from "../types.js";
import { ofRawPages } from "../likeness.js";

/** ssdeep's match of the two bodies: 100 for equal ones, 0 where no seven pieces in a row are the same. */
export const spamsum: PairMeasure<string> = {
  ...ofRawPages,
  keyword: "spamsum",
  aliases: ["ssdeep"],
  title: "Spamsum",
  summary:
    "How well the context-triggered piecewise hashes of the two bodies match, as ssdeep says.",
  source:
    "Kornblum, Identifying almost identical files using context triggered piecewise hashing (DFRWS 2006)",
  range: [0, 100],
  equalScore: 100,
  input: () => ({ feature: "spamsum", options: {} }),
  score: compareSpamsums,
};
