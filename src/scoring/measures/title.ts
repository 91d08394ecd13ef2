import type { PairMeasure } from "../../types.js";
import { bySharedTerms, jaccardIndex, rawFlags } from "../likeness.js";

/** Likeness of the titles, Jaccard's index of their words: `|F∩M| / |F∪M|`. Not defined where neither page has a title. */
export const title: PairMeasure<readonly string[]> = {
  keyword: "title",
  aliases: [],
  title: "Title similarity",
  summary: "Share of the words of the two titles that both have.",
  source: "defined here; the index is Jaccard's (docs/decision.md)",
  range: [0, 1],
  equalScore: 1,
  symmetric: true,
  cuts: { paper: { comparison: "<" }, "otmt-1.0.5": { comparison: "<" } },
  flags: rawFlags,

  scope: "pair",
  input: () => ({ feature: "title-terms", options: {} }),
  ...bySharedTerms<readonly string[]>((terms) => terms, jaccardIndex, "neither page has a title"),
};
