import { codeUnitAt } from "../../base/text.js";
import { copyUnits } from "../../base/platform/machine.js";

/** BCP 47 tag of an undetermined language. */
export const undetermined = "und";

/** Returns the primary language subtag of a BCP 47 tag in lower case: `en` for `en-GB`. */
export function primarySubtag(language: string): string {
  const end = language.indexOf("-");
  return (end < 0 ? language : language.slice(0, end)).toLowerCase();
}
/** Scripts written without spaces between words. */
export const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Returns the length in code points, as Python counts. A surrogate pair is one code point. */
export const codePoints = (text: string): number =>
  text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "_").length;

/** White space outside ASCII, for a character class of a regular expression. */
const beyondAscii = "\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

/**
 * The characters that Python calls white space (`str.isspace`, `\s` of str patterns), for a character class of a
 * regular expression. jusText and NLTK, with which the published thresholds were found, split at these. JavaScript's
 * `\s` lacks U+001C to U+001F and U+0085, and adds U+FEFF.
 */
export const whiteSpace = "\\t-\\r\\x1c-\\x20" + beyondAscii;

/** Tells whether a UTF-16 code unit is white space. All white space is in the basic plane. */
export function isWhiteSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 9 && code <= 13) || code >= 0x1c;
  if (code < 0x1680) return code === 0x85 || code === 0xa0;
  return code <= 0x3000 && anyBeyondAscii.test(String.fromCharCode(code));
}

const anyBeyondAscii = new RegExp(`[${beyondAscii}]`, "u");

/**
 * Normalises white space in text of a page like jusText's `normalize_whitespace`. A run with a line break becomes one
 * `\n`, any other run becomes one space, and both ends are trimmed. Control characters are removed, as libxml2 does.
 */
export function tidyWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlankCode(codeUnitAt(text, start))) start += 1;
  while (end > start && isBlankCode(codeUnitAt(text, end - 1))) end -= 1;
  return squeeze(text.slice(start, end));
}

/** Does the same as {@link tidyWhiteSpace}, but keeps one space or line feed at the ends. */
export const squeeze = (text: string): string =>
  text.replace(irregular, (run) =>
    /[\n\r]/u.test(run) ? "\n" : controlCharacters.test(run) ? "" : " ",
  );

/** Matches each run of white space but single spaces and line feeds, which need no change. */
const irregular = new RegExp(
  `[\\0-\\x20${beyondAscii}]{2,}|[\\0-\\t\\v-\\x1f${beyondAscii}]`,
  "gu",
);
/** HTML forbids them, and libxml2 drops them. libxml2 only treats U+0000 as a space. */
const controlCharacters = /^[^\P{Cc}\0\t\n\f\r\x85]+$/u;

/** Tells whether a text of a page contains only white space and control characters. */
export function isBlank(text: string): boolean {
  const { length } = text;
  for (let at = 0; at < length; at++) if (!isBlankCode(codeUnitAt(text, at))) return false;
  return true;
}

function isBlankCode(code: number): boolean {
  return code <= 0x20 || (code >= 0x85 && isWhiteSpace(code));
}
/**
 * Returns the normal form of a word of a language (BCP 47), in which different spellings of a word become equal. Case
 * is kept. The form is composed (NFC), has plain apostrophes, and follows the rules of {@link normalForms} for its
 * language. English is unchanged, because the published thresholds were found without normal forms.
 */
export function normalForm(word: string, language: string): string {
  const code = primarySubtag(language);
  if (code === "en" || word.length > longest) return word;
  const form = isPlain(word) ? word : word.normalize("NFC").replace(apostrophes, "'");
  return normalForms.get(code)?.(form) ?? form;
}

/** Maximum length of a word to normalise. A letter with very many marks would take quadratic time. */
const longest = 256;

/** Turkish and Azerbaijani have a dotted and a dotless i. */
export const lowerCase = (word: string, language: string): string =>
  /^(?:tr|az)$/u.test(primarySubtag(language)) ? word.toLocaleLowerCase("tr") : word.toLowerCase();

/**
 * Returns the form in which words are compared. It is {@link lowerCase}, with `ß` as `ss`, the final sigma as any other
 * sigma, and the dotted capital I of other languages as `i`. English is only lower-cased.
 */
export function foldCase(word: string, language: string): string {
  const lower = lowerCase(word, language);
  if (isPlain(lower) || primarySubtag(language) === "en") return lower;
  return lower.replaceAll("ß", "ss").replaceAll("ς", "σ").replaceAll("i\u0307", "i");
}

type WordChange = (word: string) => string;

const without =
  (marks: RegExp): WordChange =>
  (word) =>
    word.replace(marks, "");

/** Removes vowel signs and tatweel, the stroke that lengthens a word. They may be omitted in writing. */
const arabicMarks = without(/\u0640|(?=[\u0600-\u06ff])\p{Mn}/gu);
/**
 * Replaces the Arabic forms of two letters, and removes the zero-width joiner, which only separates letters visually.
 */
const persian: WordChange = (word) =>
  arabicMarks(word)
    .replaceAll("\u064a", "\u06cc")
    .replaceAll("\u0643", "\u06a9")
    .replaceAll("\u200c", "");
/** Removes points and accents. */
const hebrew = without(/(?=[\u0590-\u05ff])\p{Mn}/gu);
/**
 * Removes the dot below and the joiners, which are often omitted. Replaces candrabindu by anusvara, because each is
 * used for the other.
 */
const devanagari: WordChange = (word) =>
  word
    .normalize("NFD")
    .replace(/[\u093c\u200c\u200d]/gu, "")
    .replaceAll("\u0901", "\u0902")
    .normalize("NFC");
/** Removes accents and breathings, which capitals do not have. */
const greek: WordChange = (word) =>
  word
    .normalize("NFD")
    .replace(/[\u0300\u0301\u0308\u0313\u0314\u0342\u0345]/gu, "")
    .normalize("NFC");
const russian: WordChange = (word) => word.replaceAll("ё", "е").replaceAll("Ё", "Е");
/** Replaces the comma below by the cedilla, which older software writes and Snowball's stemmer expects. */
const romanian: WordChange = (word) =>
  word.replaceAll("ș", "ş").replaceAll("ț", "ţ").replaceAll("Ș", "Ş").replaceAll("Ț", "Ţ");
/** Removes the marks of question and exclamation that are written inside of words. */
const armenian = without(/[\u055b\u055c\u055e]/gu);
/** Makes full-width and half-width forms equal. */
const width: WordChange = (word) => word.normalize("NFKC");
/** Removes the ending of a name after an apostrophe. */
const turkic: WordChange = (word) => {
  const apostrophe = word.indexOf("'");
  return apostrophe > 0 ? word.slice(0, apostrophe) : word;
};
/** Returns a rule that removes an elided article or pronoun, because it is a word of its own. */
const withoutElision = (elided: string): WordChange => {
  const start = new RegExp(`^(?:${elided})'(?=.)`, "iu");
  return (word) => (word.includes("'") ? word.replace(start, "") : word);
};

/** Rules for the normal forms of languages, similar to Lucene's analyzers for these languages. */
const normalForms: ReadonlyMap<string, WordChange> = new Map([
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

const isPlain = (word: string): boolean => !/[^\0-\x7f]/u.test(word);

const SPACE = 0x20;
const between = /[^\p{L}\p{M}\p{N}]+/gu;
const letter = /[\p{L}\p{M}\p{N}]/u;

/** Folded form of each code unit, or 0 if it has not been computed. */
const folded = new Uint16Array(0x10000);

/** True for code units whose lower case is longer or depends on their neighbours, and for surrogates. */
const needsWholeText = (unit: number): boolean =>
  unit === 0x3a3 || unit === 0x130 || (unit >= 0xd800 && unit <= 0xdfff);

/**
 * Returns the code units of a text in lower case, with one space for each run of characters that are neither letters
 * nor marks nor numbers. The result is that of `text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")`.
 */
export function foldLetters(text: string): Uint16Array {
  const { units } = unitsOf(text);
  let [length, last] = [0, 0];
  for (const unit of units) {
    let now = folded[unit]!;
    if (now === 0) {
      if (needsWholeText(unit)) return foldWhole(text);
      const lower = String.fromCharCode(unit).toLowerCase();
      now = letter.test(lower) ? lower.charCodeAt(0) : SPACE;
      folded[unit] = now;
    }
    if (now === SPACE && last === SPACE) continue;
    units[length] = now;
    length += 1;
    last = now;
  }
  return units.subarray(0, length);
}

const foldWhole = (text: string): Uint16Array =>
  unitsOf(text.toLowerCase().replace(between, " ")).units;

/** A text with its UTF-16 code units, which can be read several times faster than the characters of a string. */
export interface UnitText {
  readonly text: string;
  readonly units: Uint16Array;
}

export function unitsOf(text: string): UnitText {
  const units = new Uint16Array(text.length);
  copyUnits(text, units);
  return { text, units };
}

/** Returns a hash of the code units of a part. */
export function hashOf(units: Uint16Array, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = nextHash(hash, units[at]!);
  return hash;
}

/** Returns the hash after one more code unit, see {@link hashOf}. */
export const nextHash = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);
