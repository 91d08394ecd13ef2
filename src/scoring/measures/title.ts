import { NotDefined } from "../../failures.js";
import type { PairMeasure } from "../../types.js";
import { rawFlags, sharedTerms } from "../likeness.js";

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
  score(first, memento) {
    const shared = sharedTerms(first, memento);
    const all = first.length + memento.length - shared;
    if (all === 0) throw new NotDefined("neither page has a title");
    return shared / all;
  },
};
