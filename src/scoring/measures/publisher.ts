import { NotDefined } from "../../failures.js";
import type { PairMeasure } from "../../types.js";
import { rawFlags, sharedTerms } from "../likeness.js";

/**
 * Likeness of what both pages say of their publisher: `|F∩M| / min(|F|, |M|)`, so that a page that says more is not less
 * alike. Not defined where one of them says nothing.
 */
export const publisher: PairMeasure<readonly string[]> = {
  keyword: "publisher",
  aliases: [],
  title: "Publisher similarity",
  summary:
    "Share of mail addresses, accounts, copyright holder and name of the site that both mementos have.",
  source: "defined here; the overlap coefficient is Szymkiewicz and Simpson's (docs/decision.md)",
  range: [0, 1],
  equalScore: 1,
  symmetric: true,
  cuts: { paper: { comparison: "<" }, "otmt-1.0.5": { comparison: "<" } },
  flags: rawFlags,

  scope: "pair",
  input: () => ({ feature: "publisher", options: {} }),
  score(first, memento) {
    const smaller = Math.min(first.length, memento.length);
    if (smaller === 0) throw new NotDefined("one of the pages does not say who publishes it");
    return sharedTerms(first, memento) / smaller;
  },
};
