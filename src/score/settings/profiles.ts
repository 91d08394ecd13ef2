import { defaultsOf } from "./setting-values.js";
import type { Settings, SettingsProfile } from "./types.js";

/** Everything a profile decides: the settings, apart from the cuts of measures, which stand in their definitions. */
export interface Profile {
  readonly summary: string;
  /** Keywords of the default measures. */
  readonly measures: readonly string[];
  readonly settings: Omit<Settings, "profile" | "measures">;
}

/** What no setting chooses: the paper's. */
const paper = defaultsOf("paper", {
  ...{ ldaTopics: 2, groupCapturesBy: "surt", combine: "any" },
  ...{ rawSimhashOf: "text", clipCounts: true },
});

/**
 * The published conventions, and what evaluation has earned (docs/decision.md). A profile sets defaults only: any option
 * that is given wins.
 *
 * @example
 * ```js
 * console.log(profiles.paper.measures.join(), profiles.default.settings.combine);
 * // cosine,wordcount learned
 * ```
 */
export const profiles: Readonly<Record<SettingsProfile, Profile>> = {
  paper: {
    summary: "definitions and thresholds of the paper (table 1); measures cosine and wordcount",
    measures: ["cosine", "wordcount"],
    settings: paper,
  },
  "otmt-1.0.5": {
    summary:
      "what the Python package OTMT 1.0.5 computes, to reproduce old results; measure cosine",
    measures: ["cosine"],
    settings: defaultsOf("otmt-1.0.5", {
      ...{ ldaTopics: 2, groupCapturesBy: "uri", combine: "any" },
      ...{ rawSimhashOf: "python-bytes", clipCounts: false },
    }),
  },
  default: {
    summary: "a learned combination of many measures and of what pages say of themselves",
    measures: ["cosine", "wordcount"],
    settings: { ...paper, combine: "learned" },
  },
};
