import { defaultsOf } from "./setting-values.js";
import type { Settings, SettingsProfile } from "./types.js";

/** The settings of a profile, except the cuts of measures, which are in the definitions of the measures. */
export interface Profile {
  readonly summary: string;
  /** Keywords of the default measures. */
  readonly measures: readonly string[];
  readonly settings: Omit<Settings, "profile" | "measures">;
}

/** Settings of the paper that no choice of the user can change. */
const paper = defaultsOf("paper", {
  ...{ ldaTopics: 2, groupCapturesBy: "surt", combine: "any" },
  ...{ rawSimhashOf: "text", clipCounts: true },
});

/**
 * The published conventions, and the convention that our evaluation supports (docs/decision.md). A profile only sets
 * defaults, and every option overrides it.
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
      "conventions of the Python package OTMT 1.0.5, to reproduce old results; measure cosine",
    measures: ["cosine"],
    settings: defaultsOf("otmt-1.0.5", {
      ...{ ldaTopics: 2, groupCapturesBy: "uri", combine: "any" },
      ...{ rawSimhashOf: "python-bytes", clipCounts: false },
    }),
  },
  default: {
    summary: "a learned combination of many measures and of signs on the pages themselves",
    measures: ["cosine", "wordcount"],
    settings: {
      ...paper,
      combine: "learned",
      preprocessing: { ...paper.preprocessing, boilerplate: "paragraphs", language: "auto" },
    },
  },
};
