import { codeUnitAt } from "../../base/text.js";
import { isWhiteSpace, primarySubtag, whiteSpace } from "./characters.js";
import english from "./english.json" with { type: "json" };
import { stopList } from "./stop-words.js";

/**
 * Abbreviations, without their last full stop, after which a sentence may continue. A single capital letter counts as
 * an abbreviation if it is rarely the last letter of a word or list. Abbreviations that NLTK's English model does not
 * know (etc., e.g., i.e.) are not in the list, because thresholds depend on its sentences.
 */
const abbreviations: ReadonlySet<string> = new Set(english.abbreviations.join(" ").split(" "));

/** Words that begin a sentence if capitalised after an abbreviation. */
const sentenceStarters: ReadonlySet<string> = new Set(
  english.sentenceStarters.join(" ").split(" "),
);

/**
 * Tells whether the full stop, question mark or exclamation mark at `mark` ends a sentence. The context begins at
 * `wordStart`, the beginning of the run of non-spaces before the mark, and ends at `contextEnd`, the end of the token
 * after the mark. The rules are those of Punkt (Kiss and Strunk 2006, sections 3 and 4) as in NLTK's
 * PunktSentenceTokenizer.
 */
function endsSentence(
  text: string,
  wordStart: number,
  mark: number,
  contextEnd: number,
  folded: boolean,
): boolean {
  if (text[mark] !== ".") return true;
  const word = text.slice(wordStart, mark);
  // This is the most frequent case by far, and no rule treats it differently.
  if (/^[a-z]{2,}$/i.test(word) && !abbreviations.has(word.toLowerCase())) return true;
  let previous: Token | undefined;
  for (const part of text.slice(wordStart, contextEnd).match(words) ?? []) {
    const token = annotate(part);
    if (previous !== undefined && breaksBefore(previous, token, folded)) return true;
    previous = token;
  }
  return false;
}

const nonWordCharacter = `[)";}\\]*:@'({\\[?!]`;
const severalMarks = `(?:-{2,}|\\.{2,}|(?:\\.[${whiteSpace}]){2,}\\.)`;
const space = `[${whiteSpace}]`;
const wordEnd = `${space}|$|${nonWordCharacter}|${severalMarks}`;

/** Matches the words of Punkt, which include their full stop. */
const words = new RegExp(
  `${severalMarks}|(?![("\`{[:;&#*@)}\\]\\-,])[^${whiteSpace}]+?(?=${wordEnd}|,(?=${wordEnd}))|[^${whiteSpace}]`,
  "gu",
);

interface Token {
  readonly text: string;
  /** Lower-case form of a word. All numbers have the same type. */
  readonly type: string;
  readonly ends: boolean;
  readonly abbreviates: boolean;
}

const numeric = /^-?[.,]?\p{Nd}[\p{Nd},.-]*$/u;
const numberType = "##number##";

function annotate(text: string): Token {
  const folded = text.toLowerCase();
  const type = numeric.test(folded) ? numberType : folded;
  if (text === "." || text === "?" || text === "!")
    return { text, type, ends: true, abbreviates: false };
  if (!text.endsWith(".")) return { text, type, ends: false, abbreviates: false };
  if (text.endsWith("..")) return { text, type, ends: false, abbreviates: text.startsWith("..") };
  const word = folded.slice(0, -1);
  const abbreviates =
    abbreviations.has(word) || abbreviations.has(word.slice(word.lastIndexOf("-") + 1));
  return { text, type, ends: !abbreviates, abbreviates };
}

const initial = /^[\p{L}\p{No}\p{Nl}_]\.$/u;

function breaksBefore(token: Token, next: Token, folded: boolean): boolean {
  if (!token.text.endsWith(".")) return token.ends;
  const isInitial = token.text.length <= 3 && initial.test(token.text);
  const nextType = next.ends ? next.type.replace(/(?<=.)\.$/u, "") : next.type;
  const nextCase = caseOf(next.text, folded);
  if (token.abbreviates && !isInitial)
    return token.ends || (nextCase === "upper" && sentenceStarters.has(nextType));
  if (isInitial || token.type === numberType) {
    // Neither punctuation nor a lower-case word begins a sentence.
    if (nextCase === "lower" || punctuation.has(next.text)) return false;
    // "J. Bach": a word that is not a stop word is taken for a name.
    if (isInitial && nextCase === "upper" && stopList("en")?.has(nextType) !== true) return false;
  }
  return token.ends;
}

const punctuation = new Set(";:,.!?");

const upperCase = /^\p{Uppercase}/u;
const lowerCase = /^\p{Lowercase}/u;

function caseOf(text: string, folded: boolean): "upper" | "lower" | "none" {
  const first = folded ? text.toLowerCase() : text;
  if (upperCase.test(first)) return "upper";
  return lowerCase.test(first) ? "lower" : "none";
}
/** Sentences of a text as pairs of offsets in a flat list: from, to, from, to, ... */
export type SentenceBounds = readonly number[];

/**
 * Cuts a text into sentences. The white space between sentences belongs to none. English is cut by Punkt (Kiss and
 * Strunk, "Unsupervised multilingual sentence boundary detection", Computational Linguistics 32(4), 2006) as applied by
 * NLTK 3.8.1, with abbreviations of our own. Other languages (BCP 47) are cut after . ! ? … if white space and no
 * lower-case letter follow, and after the full stops of other scripts (Chinese and Japanese, Arabic and Urdu,
 * Devanagari, Armenian, Ethiopic, Khmer, Burmese, Tibetan). `folded` cuts English as if the text had been lower-cased
 * first, as OTMT's cosine does.
 */
export function splitSentences(text: string, language: string, folded: boolean): SentenceBounds {
  return primarySubtag(language) === "en" ? splitEnglish(text, folded) : splitPlainly(text);
}

/** Matches a mark that may end a sentence. Punctuation that is no part of words may follow it without white space. */
const candidate = new RegExp(`[.?!](?=[)";}\\]*:@'({[?!]|[${whiteSpace}]+[^${whiteSpace}])`, "gu");

function splitEnglish(text: string, folded: boolean): SentenceBounds {
  const cuts: number[] = [];
  let sentenceStart = 0;
  let wordStart = 0;
  let mark = -1;
  const decide = (): void => {
    const next = placeOf(false, text, mark + 1);
    const contextEnd = next > mark + 1 ? placeOf(true, text, next) : next + 1;
    if (!endsSentence(text, wordStart, mark, contextEnd, folded)) return;
    cuts.push(sentenceStart, mark + 1);
    sentenceStart = next;
  };
  candidate.lastIndex = 0;
  while (candidate.test(text)) {
    const at = candidate.lastIndex - 1;
    const start = wordBefore(text, Math.max(mark, 0), at) ?? wordStart;
    // If a run of non-spaces has several marks ("Really?!"), only the last one decides.
    if (mark >= 0 && mark <= start) decide();
    wordStart = start;
    mark = at;
  }
  if (mark >= 0) decide();
  cuts.push(sentenceStart, endOf(text));
  return keepClosingMarks(text, cuts);
}

/** Returns undefined if the run reaches back to the previous mark. */
function wordBefore(text: string, from: number, mark: number): number | undefined {
  for (let at = mark - 1; at > from; at--) {
    const code = codeUnitAt(text, at);
    if (code === 0x20 || (code >= 9 && code <= 13)) return at + 1;
  }
  return undefined;
}

/** Returns the place of the first white space from a position on, or of the first other character, or the end of the text. */
function placeOf(isSpace: boolean, text: string, from: number): number {
  let at = from;
  while (at < text.length && isWhiteSpace(codeUnitAt(text, at)) !== isSpace) at++;
  return at;
}

/** Returns the length of a text without the white space at its end. */
function endOf(text: string): number {
  let at = text.length;
  while (at > 0 && isWhiteSpace(codeUnitAt(text, at - 1))) at--;
  return at;
}

const closingMarks = new RegExp(`["')\\]}]+?(?:[${whiteSpace}]+|(?=--)|$)`, "my");

/** Moves quotes and brackets after a sentence's full stop to that sentence. */
function keepClosingMarks(text: string, cuts: readonly number[]): SentenceBounds {
  const bounds: number[] = [];
  let moved = 0;
  for (let index = 0; index < cuts.length; index += 2) {
    const start = cuts[index]! + moved;
    const end = cuts[index + 1]!;
    const nextStart = cuts[index + 2];
    moved = 0;
    if (nextStart !== undefined) {
      closingMarks.lastIndex = nextStart;
      const marks = closingMarks.exec(text)?.[0];
      if (marks !== undefined) {
        bounds.push(start, nextStart + endOf(marks));
        moved = marks.length;
        continue;
      }
    }
    if (end > start) bounds.push(start, end);
  }
  return bounds;
}

const plainEnd = new RegExp(
  `(?<![.!?…])[.!?…]+["'»”’)\\]]*(?=[${whiteSpace}]+[^\\p{Ll}${whiteSpace}])|[。！？｡؟۔।॥։።፧។៕။།]["'」』”’）]*`,
  "gu",
);

function splitPlainly(text: string): SentenceBounds {
  const bounds: number[] = [];
  let start = placeOf(false, text, 0);
  for (const match of text.matchAll(plainEnd)) {
    const end = match.index + match[0].length;
    bounds.push(start, end);
    start = placeOf(false, text, end);
  }
  const end = endOf(text);
  if (end > start) bounds.push(start, end);
  return bounds;
}
