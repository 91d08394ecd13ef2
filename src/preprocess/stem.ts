import { createRequire } from "node:module";
import { primarySubtag } from "./language-tag.js";
import { memoise } from "./memo.js";
import { porterStem } from "./porter.js";

/**
 * The stem of a word, in lower case. English: Porter with NLTK's extensions; the languages of {@link snowball}: Snowball's
 * stemmers as `@orama/stemmers` has them; Japanese: that of `natural`. They are loaded when the first word of that
 * language comes. Any other language (BCP 47): the word itself.
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

/** The stem of an English word by the Lancaster stemmer (Paice and Husk) of `natural`. */
export function lancasterStem(word: string): string {
  lancaster ??= memoise(shortWords(methodOf(natural.lancaster(), "stem")), wordsRemembered);
  return lancaster(word);
}

let lancaster: Stemmer | undefined;

type Stemmer = (word: string) => string;

const require = createRequire(import.meta.url);

/** Snowball's stemmers by language (primary subtag), each loaded when it is first used. */
const snowball: ReadonlyMap<string, () => unknown> = new Map([
  ["ar", () => require("@orama/stemmers/arabic") as unknown],
  ["bg", () => require("@orama/stemmers/bulgarian") as unknown],
  ["da", () => require("@orama/stemmers/danish") as unknown],
  ["de", () => require("@orama/stemmers/german") as unknown],
  ["el", () => require("@orama/stemmers/greek") as unknown],
  ["es", () => require("@orama/stemmers/spanish") as unknown],
  ["fi", () => require("@orama/stemmers/finnish") as unknown],
  ["fr", () => require("@orama/stemmers/french") as unknown],
  ["ga", () => require("@orama/stemmers/irish") as unknown],
  ["hi", () => require("@orama/stemmers/indian") as unknown],
  ["hu", () => require("@orama/stemmers/hungarian") as unknown],
  ["hy", () => require("@orama/stemmers/armenian") as unknown],
  ["id", () => require("@orama/stemmers/indonesian") as unknown],
  ["it", () => require("@orama/stemmers/italian") as unknown],
  ["lt", () => require("@orama/stemmers/lithuanian") as unknown],
  ["ne", () => require("@orama/stemmers/nepali") as unknown],
  ["nl", () => require("@orama/stemmers/dutch") as unknown],
  ["no", () => require("@orama/stemmers/norwegian") as unknown],
  ["pt", () => require("@orama/stemmers/portuguese") as unknown],
  ["ro", () => require("@orama/stemmers/romanian") as unknown],
  ["ru", () => require("@orama/stemmers/russian") as unknown],
  ["sr", () => require("@orama/stemmers/serbian") as unknown],
  ["sv", () => require("@orama/stemmers/swedish") as unknown],
  ["ta", () => require("@orama/stemmers/tamil") as unknown],
  ["tr", () => require("@orama/stemmers/turkish") as unknown],
  ["uk", () => require("@orama/stemmers/ukrainian") as unknown],
]);

/** Deep imports: the entry of `natural` prints to standard output and loads its database drivers. */
const natural = {
  ja: (): unknown => require("natural/lib/natural/stemmers/stemmer_ja.js"),
  lancaster: (): unknown => require("natural/lib/natural/stemmers/lancaster_stemmer.js"),
};

/** The languages (primary subtags) that {@link stem} does more for than fold case. */
export const stemmedLanguages: readonly string[] = [...snowball.keys(), "en", "ja"].sort();

const stemmers = new Map<string, Stemmer>();
const maxLanguages = 128;
const wordsRemembered = 100_000;
const longestStemmed = 100;

function stemmerOf(language: string): Stemmer {
  if (language === "en") return porterStem;
  return shortWords(load(language === "nb" || language === "nn" ? "no" : language));
}

function shortWords(stemmer: Stemmer): Stemmer {
  return (word) => {
    const folded = word.toLowerCase();
    // Some of them take quadratic time; no word of these languages is as long.
    return folded === "" || folded.length > longestStemmed ? folded : stemmer(folded);
  };
}

function load(language: string): Stemmer {
  if (language === "ja") return methodOf(natural.ja(), "stem");
  const require = snowball.get(language);
  return require === undefined ? (word) => word : methodOf(require(), "stemmer");
}

/** A function of a package that has no types, as a stemmer. */
function methodOf(loaded: unknown, name: string): Stemmer {
  const method = (loaded as Readonly<Record<string, unknown>>)[name];
  if (typeof method !== "function") throw new TypeError(`a stemmer has no function "${name}".`);
  return (word) => String(method.call(loaded, word));
}
