import { abbreviations, commonWords, sentenceStarters } from "./punkt-english.js";
import { whiteSpace } from "./white-space.js";

/**
 * Whether the full stop, question or exclamation mark at `mark` ends a sentence. The context runs from `wordStart`,
 * the start of the run of non-spaces before the mark, to `contextEnd`, the end of what follows it.
 * The rules are Punkt's (Kiss and Strunk 2006, sections 3 and 4) as in NLTK's PunktSentenceTokenizer.
 */
export function endsSentence(
  text: string,
  wordStart: number,
  mark: number,
  contextEnd: number,
  folded: boolean,
): boolean {
  if (text[mark] !== ".") return true;
  if (isPlainWord(text, wordStart, mark)) return true;
  let previous: Token | undefined;
  for (const match of text.slice(wordStart, contextEnd).matchAll(words)) {
    const token = annotate(match[0]);
    if (previous !== undefined && breaksBefore(previous, token, folded)) return true;
    previous = token;
  }
  return false;
}

/** Two letters or more that are no abbreviation: by far the most frequent case, and no rule makes an exception of it. */
function isPlainWord(text: string, start: number, end: number): boolean {
  if (end - start < 2) return false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at) | 0x20;
    if (code < 0x61 || code > 0x7a) return false;
  }
  return (
    end - start > longestAbbreviation || !abbreviations.has(text.slice(start, end).toLowerCase())
  );
}

const longestAbbreviation = Math.max(...[...abbreviations].map((word) => word.length));

const nonWord = `[)";}\\]*:@'({\\[?!]`;
const severalMarks = `(?:-{2,}|\\.{2,}|(?:\\.[${whiteSpace}]){2,}\\.)`;
const space = `[${whiteSpace}]`;
const wordEnd = `${space}|$|${nonWord}|${severalMarks}`;

/** Punkt's words: they keep their full stop. */
const words = new RegExp(
  `${severalMarks}|(?![("\`{[:;&#*@)}\\]\\-,])[^${whiteSpace}]+?(?=${wordEnd}|,(?=${wordEnd}))|[^${whiteSpace}]`,
  "gu",
);

interface Token {
  readonly text: string;
  /** Lower case; all numbers are one type. */
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
    // Neither punctuation nor a word in lower case starts a sentence.
    if (nextCase === "lower" || punctuation.has(next.text)) return false;
    // "J. Bach": a word that is never seen in lower case is a name.
    if (isInitial && nextCase === "upper" && !commonWords.has(nextType)) return false;
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
