import { defaultSettings } from "./run-settings.js";
import type { Settings, SettingsProfile } from "./types.js";

/** The settings of a profile, except the cuts of measures, which are in the definitions of the measures. */
export interface Profile {
  readonly summary: string;
  /** Keywords of the default measures. */
  readonly measures: readonly string[];
  readonly settings: Omit<Settings, "profile" | "measures">;
}

const profileSettings = (isOtmts: boolean, others: Partial<Settings>): Profile["settings"] =>
  defaultSettings(isOtmts, others) as unknown as Settings;

/** Returns the settings of the paper, with those that no choice of the user can change. */
const paper = (): Profile["settings"] =>
  profileSettings(false, {
    ...{ groupCapturesBy: "surt", combine: "any", rawSimhashOf: "text", clipCounts: true },
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
// Settings are made when they are asked for, because those of extensions are not known before.
export const profiles: Readonly<Record<SettingsProfile, Profile>> = {
  paper: {
    summary: "definitions and thresholds of the paper (table 1); measures cosine and wordcount",
    measures: ["cosine", "wordcount"],
    get settings() {
      return paper();
    },
  },
  "otmt-1.0.5": {
    summary:
      "conventions of the Python package OTMT 1.0.5, to reproduce old results; measure cosine",
    measures: ["cosine"],
    get settings() {
      return profileSettings(true, {
        ...{ groupCapturesBy: "uri", combine: "any", rawSimhashOf: "python-bytes" },
        clipCounts: false,
      });
    },
  },
  default: {
    summary: "a learned combination of many measures and of signs on the pages themselves",
    measures: ["cosine", "wordcount"],
    get settings(): Profile["settings"] {
      const settings = paper();
      const { preprocessing } = settings;
      return {
        ...settings,
        combine: "learned",
        preprocessing: { ...preprocessing, boilerplate: "paragraphs", language: "auto" },
      };
    },
  },
};

/**
 * Tells whether names and forms of results, and what is a problem, are those of OTMT 1.0.5. Saved results may name any
 * profile, or none.
 */
export const isOtmts = (profile: SettingsProfile | undefined): boolean => profile === "otmt-1.0.5";
