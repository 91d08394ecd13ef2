import { createRequire } from "../../base/platform/machine.js";
import { once } from "../../base/math/memo.js";
import { codePoints, primarySubtag } from "./characters.js";
import english from "./english.json" with { type: "json" };

/**
 * Returns the stem of a word by Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", Program 14(3),
 * 1980) with the extensions of NLTK's `PorterStemmer()` (mode NLTK_EXTENSIONS), because OTMT's thresholds were found
 * with those stems. The stem is in lower case. Words of one or two characters are only lower-cased.
 */
export function porterStem(word: string): string {
  // NLTK looks the word up before lower-casing it, so "news" is found and "News" is not.
  const irregular = irregularForms.get(word);
  if (irregular !== undefined) return irregular;
  let stem = word.toLowerCase();
  if (codePoints(word) <= 2) return stem;
  stem = pluralsAndParticiples(stem);
  if (stem.endsWith("y") && stem.length > 2 && shapeOf(stem.slice(0, -1)).endsWith("c"))
    stem = `${stem.slice(0, -1)}i`;
  stem = doubleSuffixes(stem);
  stem = replaceSuffix(stem, step3, 0);
  stem = replaceSuffix(stem, step4, 1);
  return finalLetters(stem);
}

const irregularForms: ReadonlyMap<string, string> = new Map(
  Object.entries(english.stems.irregular),
);

type SuffixRules = readonly (readonly [suffix: string, replacement: string])[];
const step2: SuffixRules = Object.entries(english.stems.step2);
const step3: SuffixRules = Object.entries(english.stems.step3);
const step4: SuffixRules = Object.entries(english.stems.step4);

/** Applies steps 1a and 1b. */
function pluralsAndParticiples(given: string): string {
  let word = given;
  if (word.endsWith("ies")) word = word.slice(0, word.length === 4 ? -1 : -2);
  else if (word.endsWith("sses")) word = word.slice(0, -2);
  else if (word.endsWith("s") && !word.endsWith("ss")) word = word.slice(0, -1);

  if (word.endsWith("ied")) return word.slice(0, word.length === 4 ? -1 : -2);
  if (word.endsWith("eed")) {
    const stem = word.slice(0, -3);
    return measure(stem) > 0 ? `${stem}ee` : word;
  }
  const suffix = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  const stem = word.slice(0, word.length - suffix);
  const shape = shapeOf(stem);
  if (suffix === 0 || !shape.includes("v")) return word;
  if (/(?:at|bl|iz)$/u.test(stem)) return `${stem}e`;
  if (shape.endsWith("c") && stem.at(-1) === stem.at(-2))
    return /[lsz]$/u.test(stem) ? stem : stem.slice(0, -1);
  return measure(stem) === 1 && endsConsonantVowelConsonant(stem) ? `${stem}e` : stem;
}

function doubleSuffixes(given: string): string {
  let word = given;
  // NLTK applies "alli" first and then repeats the step. Each repetition shortens the word.
  while (word.endsWith("alli") && measure(word.slice(0, -4)) > 0) word = word.slice(0, -2);
  // The l of "logi" belongs to the stem, so that "geo" and "theo" are treated like "archaeo".
  if (!word.endsWith("logi")) return replaceSuffix(word, step2, 0);
  return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
}

/** Applies the first rule whose suffix matches, or no rule if its condition does not hold. */
function replaceSuffix(word: string, rules: SuffixRules, above: number): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    const fits = measure(stem) > above && (suffix !== "ion" || /[st]$/u.test(stem));
    return fits ? stem + replacement : word;
  }
  return word;
}

/** Applies steps 5a and 5b. */
function finalLetters(given: string): string {
  let word = given;
  if (word.endsWith("e")) {
    const stem = word.slice(0, -1);
    const m = measure(stem);
    if (m > 1 || (m === 1 && !endsConsonantVowelConsonant(stem))) word = stem;
  }
  return word.endsWith("ll") && measure(word.slice(0, -1)) > 1 ? word.slice(0, -1) : word;
}

/** Returns `v` for each vowel and `c` for each consonant. A y is a vowel after a consonant. */
function shapeOf(stem: string): string {
  let shape = "";
  let isVowel = true;
  for (let at = 0; at < stem.length; at++) {
    const letter = stem.charAt(at);
    isVowel = "aeiou".includes(letter) || (letter === "y" && !isVowel);
    shape += isVowel ? "v" : "c";
  }
  return shape;
}

/** Returns Porter's m: the number of times that a vowel is followed by a consonant. */
const measure = (stem: string): number => shapeOf(stem).split("vc").length - 1;

/**
 * True for Porter's *o (consonant, vowel, consonant other than w, x, y) and, as in NLTK, for a vowel and a consonant
 * alone.
 */
function endsConsonantVowelConsonant(stem: string): boolean {
  const shape = shapeOf(stem);
  return shape === "vc" || (shape.endsWith("cvc") && !/[wxy]$/u.test(stem));
}

/** Returns the stem of an English word by the Lancaster stemmer (Paice and Husk) of `natural`. */
export const lancasterStem = (word: string): string => lancaster()(word);

/**
 * `natural` is imported by file, because the package's main entry prints to standard output and loads database drivers.
 */
const lancaster = once(() => {
  const loaded: unknown = require("natural/lib/natural/stemmers/lancaster_stemmer.js");
  return shortWords(methodOf(loaded, "stem"));
});

type Stemmer = (word: string) => string;

const require = createRequire(import.meta.url);

/** Stemmers by language (primary subtag), each loaded on first use. */
const packages: ReadonlyMap<string, () => unknown> = new Map([
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
  ["ja", () => require("natural/lib/natural/stemmers/stemmer_ja.js") as unknown],
]);

/** Languages (primary subtags) for which {@link stemmerOf} has a stemmer. */
export const stemmedLanguages: readonly string[] = [...packages.keys(), "en"].sort();

/** Maximum length of a word that is stemmed. */
const longestStemmed = 100;

/**
 * Returns a function that returns the stem of a word in lower case. English uses Porter's stemmer with NLTK's
 * extensions, and the languages of {@link packages} use Snowball's stemmers and one for Japanese. Words of any other
 * language (BCP 47) are only lower-cased.
 */
export function stemmerOf(given: string): Stemmer {
  const language = primarySubtag(given);
  if (language === "en") return porterStem;
  return shortWords(loadStemmer(language === "nb" || language === "nn" ? "no" : language));
}

function shortWords(stemmer: Stemmer): Stemmer {
  return (word) => {
    const folded = word.toLowerCase();
    // Longer words are not stemmed, because some stemmers take quadratic time and no word of these languages is longer.
    return folded === "" || folded.length > longestStemmed ? folded : stemmer(folded);
  };
}

function loadStemmer(language: string): Stemmer {
  const load = packages.get(language);
  if (load === undefined) return (word) => word;
  const stemmer = methodOf(load(), language === "ja" ? "stem" : "stemmer");
  return language === "bg" ? (word) => stemmer(Letters.from(word)) : stemmer;
}

/** A word with replaceable letters: the Bulgarian stemmer assigns to them, which a string does not allow. */
class Letters extends Array<string> {
  substring(from: number, to: number): string {
    return this.slice(from, to).join("");
  }
}

/** Returns a function of an untyped package as a stemmer. */
function methodOf(loaded: unknown, name: string): (word: unknown) => string {
  const method = (loaded as Readonly<Record<string, unknown>>)[name];
  if (typeof method !== "function") throw new TypeError(`a stemmer has no function "${name}".`);
  return (word) => String(method.call(loaded, word));
}
