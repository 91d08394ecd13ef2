import { createRequire } from "node:module";
import { primarySubtag } from "./language-tag.js";
import { memoise } from "./memo.js";
import { porterStem } from "./porter.js";

/**
 * The stem of a word, in lower case. English: Porter with NLTK's extensions; Dutch, French, German, Italian,
 * Norwegian, Persian, Portuguese, Russian, Spanish, Swedish, Ukrainian: the stemmers of `natural`, loaded when the
 * first word of that language comes; any other language (BCP 47): the word itself.
 */
export function stem(word: string, language: string): string {
  let stemmer = stemmers.get(language);
  if (stemmer === undefined) {
    if (stemmers.size >= maxLanguages) stemmers.clear();
    stemmer = memoise(stemmerOf(primarySubtag(language)), wordsRemembered);
    stemmers.set(language, stemmer);
  }
  return stemmer(word);
}

/** The languages (primary subtags) that {@link stem} does more for than fold case. */
export const stemmedLanguages: readonly string[] = [
  "de",
  "en",
  "es",
  "fa",
  "fr",
  "it",
  "nl",
  "no",
  "pt",
  "ru",
  "sv",
  "uk",
];

type Stemmer = (word: string) => string;

const stemmers = new Map<string, Stemmer>();
const maxLanguages = 64;
const wordsRemembered = 100_000;
const longestStemmed = 100;

function stemmerOf(language: string): Stemmer {
  if (language === "en") return porterStem;
  const code = language === "nb" || language === "nn" ? "no" : language;
  if (!stemmedLanguages.includes(code)) return (word) => word.toLowerCase();
  const stemmer = loadNatural(code);
  return (word) => {
    const folded = word.toLowerCase();
    // Some of them take quadratic time; no word of these languages is as long.
    return folded === "" || folded.length > longestStemmed ? folded : stemmer.stem(folded);
  };
}

interface NaturalStemmer {
  stem(word: string): string;
}

/** A deep import: the package's entry prints to standard output and loads its database drivers. */
function loadNatural(code: string): NaturalStemmer {
  const require = createRequire(import.meta.url);
  const loaded: unknown = require(`natural/lib/natural/stemmers/porter_stemmer_${code}.js`);
  if (!isStemmer(loaded)) throw new TypeError(`natural has no stemmer for "${code}".`);
  return loaded;
}

function isStemmer(value: unknown): value is NaturalStemmer {
  return (
    typeof value === "object" &&
    value !== null &&
    "stem" in value &&
    typeof value.stem === "function"
  );
}
