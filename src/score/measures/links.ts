import type { SiteLinks } from "../../page/features/site-links.js";
import type { PairMeasure } from "../types.js";
import { bySharedTerms, jaccardIndex, ofRawPages } from "../likeness.js";

/** Likeness of the sets of paths on the own site that pages link to, Jaccard's index. Not defined where neither links. */
export const links: PairMeasure<SiteLinks> = {
  ...ofRawPages,
  keyword: "links",
  title: "Link similarity",
  summary: "Share of the links to the own site that both mementos have: navigation outlives words.",
  source: "defined here; the index is Jaccard's (docs/decision.md)",
  input: () => ({ feature: "site-links", options: {} }),
  ...bySharedTerms<SiteLinks>(
    ({ paths }) => paths,
    jaccardIndex,
    "neither page links to its own site",
  ),
};
