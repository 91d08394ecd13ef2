import type { Feature } from "../../types.js";
import { undetermined } from "../characters.js";
import { isCount, isText, membersOf } from "../feature-values.js";
import {
  languageSampleOf,
  loadedLanguageDetector,
  loadLanguageDetector,
} from "../language-detector.js";

/** The language of a page and how sure that is. */
export type LanguageEvidence = {
  /** BCP 47; `und` when it is not detected. */
  readonly language: string;
  /** Letters that it was detected from. */
  readonly letters: number;
  /** The likeliest languages, best first, each with how usual the text's letters are in it: 0 up. */
  readonly candidates: readonly (readonly [language: string, likeness: number])[];
  /** What it is to be detected from, until it is. */
  readonly sample?: string;
};

/** The language of a page with the evidence for it; extracted a sample of text, resolved where the detector is loaded. */
export const languageEvidence: Feature<LanguageEvidence> = {
  keyword: "language-evidence",
  summary: "Languages that the text may be in, with how likely each is.",

  extract: ({ paragraphs }) => ({
    language: undetermined,
    letters: 0,
    candidates: [],
    sample: languageSampleOf(paragraphs),
  }),

  resolve({ sample = "" }) {
    const detect = loadedLanguageDetector();
    if (detect !== undefined) return detect(sample);
    return loadLanguageDetector().then((detector) => detector(sample));
  },

  isValue(value) {
    const { language, letters, candidates, sample = "" } = membersOf<LanguageEvidence>(value);
    const isWhole = isText(language) && isText(sample) && isCount(letters);
    return isWhole && Array.isArray(candidates) && candidates.every(isCandidate);
  },
  isEmpty: ({ language }) => language === undetermined,
};

const isCandidate = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 2 &&
  isText(value[0]) &&
  Number.isFinite(value[1]) &&
  (value[1] as number) >= 0;
/**
 * The language of a page. Extracted it is a sample of its text, prose first; resolved, only where the detector's large
 * model is loaded, a BCP 47 tag: `und` when the text is too short or the detector not sure.
 */
export const languageSample: Feature<string> = {
  keyword: "language-sample",
  summary: "Language of the text, as a BCP 47 tag.",

  extract: ({ paragraphs }) => languageSampleOf(paragraphs),

  resolve(sample) {
    const detect = loadedLanguageDetector();
    if (detect !== undefined) return detect(sample).language;
    return loadLanguageDetector().then((detector) => detector(sample).language);
  },

  isValue: isText,
  isEmpty: (value) => value === "" || value === undetermined,
};
