import type { SelfDescription } from "../../page/features/self-description.js";
import type { PairMeasure } from "../types.js";
import { bySharedTerms, jaccardIndex, ofRawPages } from "../scoring/likeness.js";

/** Jaccard's index of the hosts that two mementos mention. Not defined if neither mentions one. */
export const hosts: PairMeasure<SelfDescription, readonly string[]> = {
  ...ofRawPages,
  keyword: "hosts",
  title: "Host similarity",
  summary: "Share of all hosts that either memento links to that both link to.",
  source: "defined here (docs/decision.md)",
  input: () => ({ feature: "self-description", options: {} }),
  prepare: ({ hosts: named }) => [...named].sort(),
  ...bySharedTerms<readonly string[]>((named) => named, jaccardIndex, "neither page names a host"),
};
