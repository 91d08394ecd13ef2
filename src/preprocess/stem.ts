import { createRequire } from "node:module";
import { primarySubtag } from "./language-tag.js";
import { memoise } from "./memo.js";
import { porterStem } from "./porter.js";

/**
 * The stem of a word, in lower case. English: Porter with NLTK's extensions; the languages of {@link snowballModules}:
 * Snowball's stemmers as `@orama/stemmers` has them; Persian: that of `natural`. They are loaded when the first word of
 * that language comes. Any other language (BCP 47): the word itself.
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

type Stemmer = (word: string) => string;

/** The modules of Snowball's stemmers by language (primary subtag). */
export const snowballModules: ReadonlyMap<string, string> = new Map(
  [
    ["ar", "arabic"],
    ["bg", "bulgarian"],
    ["da", "danish"],
    ["de", "german"],
    ["el", "greek"],
    ["es", "spanish"],
    ["fi", "finnish"],
    ["fr", "french"],
    ["ga", "irish"],
    ["hi", "indian"],
    ["hu", "hungarian"],
    ["hy", "armenian"],
    ["id", "indonesian"],
    ["it", "italian"],
    ["lt", "lithuanian"],
    ["ne", "nepali"],
    ["nl", "dutch"],
    ["no", "norwegian"],
    ["pt", "portuguese"],
    ["ro", "romanian"],
    ["ru", "russian"],
    ["sr", "serbian"],
    ["sv", "swedish"],
    ["ta", "tamil"],
    ["tr", "turkish"],
    ["uk", "ukrainian"],
  ].map(([code = "", name = ""]) => [code, `@orama/stemmers/${name}`]),
);

/** A deep import of `natural`: its entry prints to standard output and loads its database drivers. */
const persian = "natural/lib/natural/stemmers/porter_stemmer_fa.js";

/** The languages (primary subtags) that {@link stem} does more for than fold case. */
export const stemmedLanguages: readonly string[] = [...snowballModules.keys(), "en", "fa"].sort();

const stemmers = new Map<string, Stemmer>();
const maxLanguages = 128;
const wordsRemembered = 100_000;
const longestStemmed = 100;

function stemmerOf(language: string): Stemmer {
  if (language === "en") return porterStem;
  const load = language === "nb" || language === "nn" ? "no" : language;
  const stemmer = load === "fa" ? loadPersian() : loadSnowball(load);
  return (word) => {
    const folded = word.toLowerCase();
    // Some of them take quadratic time; no word of these languages is as long.
    return folded === "" || folded.length > longestStemmed ? folded : stemmer(folded);
  };
}

const require = createRequire(import.meta.url);

function loadSnowball(language: string): Stemmer {
  const name = snowballModules.get(language);
  if (name === undefined) return (word) => word;
  const loaded: unknown = require(name);
  if (!hasFunction(loaded, "stemmer")) throw noStemmer(language);
  return (word) => loaded.stemmer(word);
}

function loadPersian(): Stemmer {
  const loaded: unknown = require(persian);
  if (!hasFunction(loaded, "stem")) throw noStemmer("fa");
  return (word) => loaded.stem(word);
}

const noStemmer = (language: string): TypeError =>
  new TypeError(`there is no stemmer for "${language}".`);

function hasFunction<Name extends string>(
  value: unknown,
  name: Name,
): value is Readonly<Record<Name, (word: string) => string>> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Readonly<Record<string, unknown>>)[name] === "function"
  );
}
