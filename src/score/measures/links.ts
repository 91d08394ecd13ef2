import type { SiteLinks } from "../../page/features/site-links.js";
import type { PairMeasure } from "../types.js";
import { bySharedTerms, jaccardIndex, ofRawPages } from "../scoring/likeness.js";

/**
 * Jaccard's index of the sets of paths on their own site to which the pages link. Not defined if neither page has such
 * links.
 */
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
