import type { SiteLinks } from "../../pages/features/site-links.js";
import type { PairMeasure } from "../../types.js";
import { bySharedTerms, jaccardIndex, rawFlags } from "../likeness.js";

/** Likeness of the sets of paths on the own site that pages link to, Jaccard's index. Not defined where neither links. */
export const links: PairMeasure<SiteLinks> = {
  keyword: "links",
  aliases: [],
  title: "Link similarity",
  summary: "Share of the links to the own site that both mementos have: navigation outlives words.",
  source: "defined here; the index is Jaccard's (docs/decision.md)",
  range: [0, 1],
  equalScore: 1,
  symmetric: true,
  cuts: { paper: { comparison: "<" }, "otmt-1.0.5": { comparison: "<" } },
  flags: rawFlags,

  scope: "pair",
  input: () => ({ feature: "site-links", options: {} }),
  ...bySharedTerms<SiteLinks>(
    ({ paths }) => paths,
    jaccardIndex,
    "neither page links to its own site",
  ),
};
