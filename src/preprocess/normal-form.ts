import { primarySubtag } from "./language-tag.js";

/**
 * The usual form of a word of a language (BCP 47), case kept, so that spellings of one word are one: composed (NFC);
 * with the plain apostrophe; and what {@link normalForms} says of its language. English is left as it is, because the
 * published thresholds were found so.
 */
export function normalForm(word: string, language: string): string {
  const code = primarySubtag(language);
  if (code === "en" || word.length > longest) return word;
  if (isPlain(word)) return change(word, code);
  return change(word.normalize("NFC").replace(apostrophes, "'"), code);
}

/** Longer "words" are left as they are: marks without end on one letter take quadratic time to put in order. */
const longest = 256;

/** A word in lower case by the rules of its language. */
export function lowerCase(word: string, language: string): string {
  if (!hasOwnCase(language)) return word.toLowerCase();
  return word.replaceAll("İ", "i").replaceAll("I\u0307", "i").replaceAll("I", "ı").toLowerCase();
}

/** Whether a language has a dotted and a dotless i (Turkish, Azerbaijani). */
export function hasOwnCase(language: string): boolean {
  const code = primarySubtag(language);
  return code === "tr" || code === "az";
}

/**
 * The form in which words are compared: {@link lowerCase}, `ß` as `ss`, the
 * final sigma as any other, and the dotted capital I of other languages as `i`. English: lower case only.
 */
export function foldCase(word: string, language: string): string {
  const lower = lowerCase(word, language);
  if (isPlain(lower) || primarySubtag(language) === "en") return lower;
  return lower.replaceAll("ß", "ss").replaceAll("ς", "σ").replaceAll("i\u0307", "i");
}

type Change = (word: string) => string;

const without =
  (marks: RegExp): Change =>
  (word) =>
    word.replace(marks, "");

/** Vowel signs and the stroke that lengthens a word (tatweel): written or not, it is the same word. */
const arabicMarks = without(/\u0640|(?=[\u0600-\u06ff])\p{Mn}/gu);
/** Arabic forms of two letters, and the joiner that only parts letters to the eye. */
const persian: Change = (word) =>
  arabicMarks(word)
    .replaceAll("\u064a", "\u06cc")
    .replaceAll("\u0643", "\u06a9")
    .replaceAll("\u200c", "");
/** Points and accents. */
const hebrew = without(/(?=[\u0590-\u05ff])\p{Mn}/gu);
/** The dot below and the joiners are often left out; candrabindu and anusvara are written for one another. */
const devanagari: Change = (word) =>
  word
    .normalize("NFD")
    .replace(/[\u093c\u200c\u200d]/gu, "")
    .replaceAll("\u0901", "\u0902")
    .normalize("NFC");
/** Accents and breathings; capitals are written without them. */
const greek: Change = (word) =>
  word
    .normalize("NFD")
    .replace(/[\u0300\u0301\u0308\u0313\u0314\u0342\u0345]/gu, "")
    .normalize("NFC");
const russian: Change = (word) => word.replaceAll("ё", "е").replaceAll("Ё", "Е");
/** The cedilla is what older software has, and what Snowball's stemmer expects. */
const romanian: Change = (word) =>
  word.replaceAll("ș", "ş").replaceAll("ț", "ţ").replaceAll("Ș", "Ş").replaceAll("Ț", "Ţ");
/** Marks of question and exclamation stand within the word. */
const armenian = without(/[\u055b\u055c\u055e]/gu);
/** Full width and half width are one. */
const width: Change = (word) => word.normalize("NFKC");
/** What follows the apostrophe of a name is an ending. */
const turkic: Change = (word) => {
  const apostrophe = word.indexOf("'");
  return apostrophe > 0 ? word.slice(0, apostrophe) : word;
};
/** An article or pronoun that has lost its vowel is a word of its own. */
const withoutElision = (elided: string): Change => {
  const start = new RegExp(`^(?:${elided})'(?=.)`, "iu");
  return (word) => (word.includes("'") ? word.replace(start, "") : word);
};

/** What is done to words by language besides; as Lucene's analyzers of these languages do. */
const normalForms: ReadonlyMap<string, Change> = new Map([
  ["ar", arabicMarks],
  ["az", turkic],
  ["ca", withoutElision("[dlmnst]")],
  ["el", greek],
  ["fa", persian],
  ["fr", withoutElision("[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu")],
  ["he", hebrew],
  ["hi", devanagari],
  ["hy", armenian],
  [
    "it",
    withoutElision("[cdlmnstv]|un|gl|all|dall|dell|nell|sull|coll|pell|agl|dagl|degl|negl|sugl"),
  ],
  ["ja", width],
  ["ko", width],
  ["ku", persian],
  ["mr", devanagari],
  ["ne", devanagari],
  ["ro", romanian],
  ["ru", russian],
  ["tr", turkic],
  ["ur", persian],
  ["yi", hebrew],
  ["zh", width],
]);

const apostrophes = /[\u2019\u02bc\uff07]/gu;

function change(word: string, code: string): string {
  return normalForms.get(code)?.(word) ?? word;
}

function isPlain(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) > 0x7f) return false;
  return true;
}
