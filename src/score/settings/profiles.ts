import type { Settings, SettingsProfile } from "./types.js";

/** Everything that a profile decides: the settings, except the cuts of measures, which are in their definitions. */
export interface Profile {
  readonly summary: string;
  /** Keywords of the default measures. */
  readonly measures: readonly string[];
  readonly settings: Omit<Settings, "profile" | "measures">;
}

const common = {
  preprocessing: { boilerplate: "all-paragraphs", language: "en", stem: true, stopWords: true },
  redirects: "follow",
  numberOfTopics: 10,
  ldaTopics: 2,
  structureWeight: 0.5,
  editCosts: { insert: 1, remove: 1, rename: 1 },
  exactScores: false,
  combine: "any",
  simhash: true,
  contentLength: true,
  detectLanguage: true,
  maxPageBytes: 64 * 1024 * 1024,
} as const;

/** Settings of the paper, without measures and decision. */
const paper = {
  ...common,
  groupBy: "timemap",
  groupCapturesBy: "surt",
  status: "2xx+errors",
  pages: "document",
  revisits: "resolve",
  substituted: "refuse",
  first: "earliest-2xx",
  rawSimhashOf: "text",
  clipCounts: true,
} as const;

/**
 * The published conventions, and the one that evaluation supports (docs/decision.md). A profile only sets defaults:
 * every option overrides it.
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
    settings: {
      ...common,
      groupBy: "timemap",
      groupCapturesBy: "uri",
      status: "all",
      pages: "text/html",
      revisits: "skip",
      substituted: "keep",
      first: "earliest",
      rawSimhashOf: "python-bytes",
      clipCounts: false,
    },
  },
  default: {
    summary: "a learned combination of many measures and of signs on the pages themselves",
    measures: ["cosine", "wordcount"],
    settings: { ...paper, combine: "learned" },
  },
};
