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
  if (isPlainWord(text, wordStart, mark)) return true;
  let previous: Token | undefined;
  const context = text.slice(wordStart, contextEnd);
  // `matchAll` would copy the expression each time.
  words.lastIndex = 0;
  for (let match = words.exec(context); match !== null; match = words.exec(context)) {
    const token = annotate(match[0]);
    if (previous !== undefined && breaksBefore(previous, token, folded)) return true;
    previous = token;
  }
  return false;
}

/**
 * True for two or more letters that are not an abbreviation. This is the most frequent case by far, and no rule treats
 * it differently.
 */
function isPlainWord(text: string, start: number, end: number): boolean {
  if (end - start < 2) return false;
  for (let at = start; at < end; at++) {
    const code = codeUnitAt(text, at) | 0x20;
    if (code < 0x61 || code > 0x7a) return false;
  }
  return (
    end - start > longestAbbreviation || !abbreviations.has(text.slice(start, end).toLowerCase())
  );
}

const longestAbbreviation = Math.max(...[...abbreviations].map((word) => word.length));

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
  const nextType = next.ends && next.type.length > 1 ? withoutStop(next.type) : next.type;
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

function withoutStop(type: string): string {
  return type.endsWith(".") ? type.slice(0, -1) : type;
}

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

const candidate = /[.?!]/gu;
/** Punctuation that is not part of words, so it may follow a full stop without white space. */
const nonWord = /[)";}\]*:@'({[?!]/u;

function splitEnglish(text: string, folded: boolean): SentenceBounds {
  const cuts: number[] = [];
  let sentenceStart = 0;
  let wordStart = 0;
  let mark = -1;
  const decide = (): void => {
    const next = skipSpace(text, mark + 1);
    const afterSpace = next > mark + 1;
    const contextEnd = afterSpace ? endOfRun(text, next) : next + 1;
    if (!endsSentence(text, wordStart, mark, contextEnd, folded)) return;
    cuts.push(sentenceStart, mark + 1);
    sentenceStart = next;
  };
  candidate.lastIndex = 0;
  for (let match = candidate.exec(text); match !== null; match = candidate.exec(text)) {
    const at = match.index;
    if (!mayEndSentence(text, at)) continue;
    const start = wordBefore(text, Math.max(mark, 0), at) ?? wordStart;
    // If a run of non-spaces has several marks ("Really?!"), only the last one decides.
    if (mark >= 0 && mark <= start) decide();
    wordStart = start;
    mark = at;
  }
  if (mark >= 0) decide();
  cuts.push(sentenceStart, text.length - trailingSpace(text));
  return keepClosingMarks(text, cuts);
}

function mayEndSentence(text: string, mark: number): boolean {
  const following = text[mark + 1];
  if (following === undefined) return false;
  if (nonWord.test(following)) return true;
  return isWhiteSpace(codeUnitAt(text, mark + 1)) && skipSpace(text, mark + 1) < text.length;
}

/** Returns undefined if the run reaches back to the previous mark. */
function wordBefore(text: string, from: number, mark: number): number | undefined {
  for (let at = mark - 1; at > from; at--) {
    const code = codeUnitAt(text, at);
    if (code === 0x20 || (code >= 9 && code <= 13)) return at + 1;
  }
  return undefined;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isWhiteSpace(codeUnitAt(text, at))) at++;
  return at;
}

function endOfRun(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isWhiteSpace(codeUnitAt(text, at))) at++;
  return at;
}

function trailingSpace(text: string): number {
  let at = text.length;
  while (at > 0 && isWhiteSpace(codeUnitAt(text, at - 1))) at--;
  return text.length - at;
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
        bounds.push(start, nextStart + marks.length - trailingSpace(marks));
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
  let start = skipSpace(text, 0);
  plainEnd.lastIndex = 0;
  for (let match = plainEnd.exec(text); match !== null; match = plainEnd.exec(text)) {
    const end = match.index + match[0].length;
    bounds.push(start, end);
    start = skipSpace(text, end);
  }
  const end = text.length - trailingSpace(text);
  if (end > start) bounds.push(start, end);
  return bounds;
}
