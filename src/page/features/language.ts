import { count, text } from "../../base/codec.js";
import { members } from "../../base/json.js";
import type { Feature } from "../types.js";
import { undetermined } from "../words/characters.js";
import {
  detectLanguage,
  type LanguageEvidence,
  languageSampleOf,
} from "../words/language-detector.js";

export const languageEvidence: Feature<LanguageEvidence> = {
  keyword: "language-evidence",
  summary: "Possible languages of the text with their likelihoods.",

  extract: ({ paragraphs }) => detectLanguage(languageSampleOf(paragraphs)),

  isValue(value) {
    const { language, letters, candidates } = members(value);
    const isWhole = text.is(language) && count.is(letters);
    return isWhole && Array.isArray(candidates) && candidates.every(isCandidate);
  },
  isEmpty: ({ language }) => language === undetermined,
};

const isCandidate = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 2 &&
  text.is(value[0]) &&
  Number.isFinite(value[1]) &&
  (value[1] as number) >= 0;
/** Language of a page as a BCP 47 tag. It is `und` if the text is too short or the detector is not sure. */
export const languageSample: Feature<string> = {
  keyword: "language-sample",
  summary: "Language of the text, as a BCP 47 tag.",

  extract: ({ paragraphs }) => detectLanguage(languageSampleOf(paragraphs)).language,

  isValue: text.is,
  isEmpty: (value) => value === "" || value === undetermined,
};
