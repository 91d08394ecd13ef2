import { compareSpamsums } from "../../base/math/spamsum.js";
import type { PairMeasure } from "../types.js";
import { ofRawPages } from "../scoring/likeness.js";

/** Match score of the two bodies by ssdeep: 100 if they are equal, 0 if no seven consecutive pieces are the same. */
export const spamsum: PairMeasure<string> = {
  ...ofRawPages,
  keyword: "spamsum",
  aliases: ["ssdeep"],
  title: "Spamsum",
  summary:
    "Match of the context-triggered piecewise hashes of the two bodies, as computed by ssdeep.",
  source:
    "Kornblum, Identifying almost identical files using context triggered piecewise hashing (DFRWS 2006)",
  range: [0, 100],
  equalScore: 100,
  input: () => ({ feature: "spamsum", options: {} }),
  score: compareSpamsums,
};
