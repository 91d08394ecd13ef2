import { primarySubtag } from "./language-tag.js";
import { endsSentence } from "./punkt.js";
import { isWhiteSpace, whiteSpace } from "./white-space.js";

/** Sentences of a text as pairs of offsets in one flat list: from, to, from, to, ... */
export type SentenceBounds = readonly number[];

/**
 * Cuts a text into sentences; white space between them belongs to none. English: Punkt (Kiss and Strunk,
 * "Unsupervised multilingual sentence boundary detection", Computational Linguistics 32(4), 2006) as NLTK 3.8.1
 * applies it, with abbreviations of our own. Other languages (BCP 47): after . ! ? … followed by white space and no
 * lower-case letter, and after the full stops of scripts that have marks of their own (Chinese and Japanese, Arabic and
 * Urdu, Devanagari, Armenian, Ethiopic, Khmer, Burmese, Tibetan).
 * `folded`, for English: as if the text had been lower-cased first, which is what OTMT's cosine does.
 */
export function splitSentences(text: string, language: string, folded: boolean): SentenceBounds {
  return primarySubtag(language) === "en" ? splitEnglish(text, folded) : splitPlainly(text);
}

const candidate = /[.?!]/gu;
/** Punctuation that no word contains: it may follow a full stop without white space. */
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
    // Of several marks in one run of non-spaces ("Really?!") the last one decides.
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
  return isWhiteSpace(text.charCodeAt(mark + 1)) && skipSpace(text, mark + 1) < text.length;
}

/** Start of the run of non-spaces that ends at `mark`; undefined when it reaches back to the mark before. */
function wordBefore(text: string, from: number, mark: number): number | undefined {
  for (let at = mark - 1; at > from; at--) {
    const code = text.charCodeAt(at);
    if (code === 0x20 || (code >= 9 && code <= 13)) return at + 1;
  }
  return undefined;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isWhiteSpace(text.charCodeAt(at))) at++;
  return at;
}

function endOfRun(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isWhiteSpace(text.charCodeAt(at))) at++;
  return at;
}

function trailingSpace(text: string): number {
  let at = text.length;
  while (at > 0 && isWhiteSpace(text.charCodeAt(at - 1))) at--;
  return text.length - at;
}

const closingMarks = new RegExp(`["')\\]}]+?(?:[${whiteSpace}]+|(?=--)|$)`, "my");

/** Gives quotes and brackets that follow a sentence's full stop back to that sentence. */
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
