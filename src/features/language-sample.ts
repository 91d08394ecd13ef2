import {
  languageSampleOf,
  loadLanguageDetector,
  loadedLanguageDetector,
} from "../preprocess/language-detector.js";
import { undetermined } from "../preprocess/language-tag.js";
import type { Feature } from "../types.js";
import { isText } from "./value-shapes.js";

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
