import { codeUnitAt } from "../code-unit.js";
import { detached, memoise } from "../math/memo.js";
import { isWhiteSpace, whiteSpace } from "./characters.js";
import type { WordSink } from "./word-list.js";

/*
 * The expressions are those of NLTK 3.8.1's NLTKWordTokenizer (nltk/tokenize/destructive.py, Apache License 2.0),
 * after Robert MacIntyre's Treebank tokenizer. Python's \w, \d and \b are Unicode's, JavaScript's are not.
 */
const w = "[\\p{L}\\p{N}_]";
const before = `(?<!${w})`;
const after = `(?!${w})`;

type Rules = readonly (readonly [pattern: RegExp, replacement: string])[];

const startingQuotes: Rules = [
  [/[«“‘„]|`+/gu, " $& "],
  [/^"/u, "``"],
  [/``/gu, " `` "],
  [/([ ([{<])(?:"|'')/gu, "$1 `` "],
  [new RegExp(`'(?!re|ve|ll|m|t|s|d|n)(${w})${after}`, "giu"), "' $1"],
];

const punctuation: Rules = [
  [/([:,])([^\p{Nd}])/gu, " $1 $2"],
  [/[:,]$/u, " $& "],
  [/\.{2,}/gu, " $& "],
  [/[;@#$%&]/gu, " $& "],
  [/[?!]/gu, " $& "],
  [/([^'])' /gu, "$1 ' "],
  [/\*/gu, " * "],
  [/[\][(){}<>]/gu, " $& "],
  [/--/gu, " -- "],
];

const endingQuotes: Rules = [
  [/[»”’]/gu, " $& "],
  [/''|"/gu, " '' "],
  [/([^' ])('[sSmMdD]|') /gu, "$1 $2 "],
  [/([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) /gu, "$1 $2 "],
];

const contractions: Rules = [
  [
    new RegExp(
      `${before}(?:(can)(not)|(d)('ye)|(gim)(me)|(gon)(na)|(got)(ta)|(lem)(me)|(more)('n))${after}`,
      "giu",
    ),
    " $1$3$5$7$9$11$13 $2$4$6$8$10$12$14 ",
  ],
  [new RegExp(`${before}(wan)(na)(?=[${whiteSpace}])`, "giu"), " $1 $2 "],
  [new RegExp(` ('t)(is|was)${after}`, "giu"), " $1 $2 "],
];

const spaces = new RegExp(`[${whiteSpace}]+`, "u");

/**
 * The words of one sentence, as NLTK's `word_tokenize` finds them: every expression in turn over the whole text.
 * Double quotes come out as two backticks or two apostrophes. This is the definition; `treebankWords` gives the
 * same words faster.
 */
export function applyTreebankRules(sentence: string): string[] {
  let text = replaceAll(sentence, startingQuotes);
  text = replaceAll(padFinalPeriod(text), punctuation);
  text = replaceAll(` ${text} `, endingQuotes);
  return replaceAll(text, contractions)
    .split(spaces)
    .filter((word) => word !== "");
}

function replaceAll(text: string, rules: Rules): string {
  return rules.reduce((given, [pattern, replacement]) => given.replace(pattern, replacement), text);
}

/**
 * NLTK's `([^\.])(\.)([\]\)}>"'»”’ ]*)\s*$`, found from the end, which is linear: parts the period that ends the
 * sentence from the word before it. Its second, narrower form finds nothing that this one has left.
 */
function padFinalPeriod(text: string): string {
  const period = finalPeriod(text, 0, text.length);
  if (period < 0) return text;
  let end = period + 1;
  while (end < text.length && isCloser(codeUnitAt(text, end))) end++;
  return `${text.slice(0, period)} . ${text.slice(period + 1, end)} `;
}

/** Index of the period that ends a sentence `text[from, to)`, closing quotes and brackets aside, or -1. */
export function finalPeriod(text: string, from: number, to: number): number {
  let at = to - 1;
  while (at > from && isWhiteSpace(codeUnitAt(text, at))) at--;
  while (at > from && isCloser(codeUnitAt(text, at))) at--;
  return at > from && text[at] === "." && text[at - 1] !== "." ? at : -1;
}

function isCloser(code: number): boolean {
  switch (code) {
    case 0x20: // a space
    case 0x22: // "
    case 0x27: // '
    case 0x29: // )
    case 0x3e: // >
    case 0x5d: // ]
    case 0x7d: // }
    case 0xbb: // »
    case 0x2019: // ’
    case 0x201d: // ”
      return true;
    default:
      return false;
  }
}
/**
 * Appends the words of the sentence `text[from, to)` to `words`: those of {@link applyTreebankRules}, which looks at
 * no more than a run of non-spaces and the white space on both sides of it, except for the period at the sentence's
 * end. So plain words are cut out directly, and the rules see the other runs only.
 */
export function treebankWords(text: string, from: number, to: number, words: WordSink): void {
  const period = finalPeriod(text, from, to);
  let at = from;
  while (at < to) {
    const start = at;
    let kinds = plain;
    let kindsBeforeLast = plain;
    let code = 0x20;
    for (; at < to; at++) {
      const next = codeUnitAt(text, at);
      const kind = next < 128 ? kindOf[next]! : kindBeyondAscii(next);
      if (kind === space) break;
      kindsBeforeLast = kinds;
      kinds |= kind;
      if ((next === hyphen || next === fullStop) && next === code && at > start) kinds |= special;
      code = next;
    }
    if (at === start) {
      at++;
      continue;
    }
    if (period >= start && period < at) {
      const isLast = period === to - 1 && period > start;
      if (isLast && isPlain(text, start, period, kindsBeforeLast)) {
        words.push(text.slice(start, period));
        words.push(".");
      } else pushRuled(text, from, start, to, to, words);
      return;
    }
    const endsInComma = code === comma || code === colon;
    if (isPlain(text, start, at, kinds)) words.push(text.slice(start, at));
    else if (endsInComma && at - 1 > start && isPlain(text, start, at - 1, kindsBeforeLast)) {
      words.push(text.slice(start, at - 1));
      words.push(code === comma ? "," : ":");
    } else pushRuled(text, from, start, at, to, words);
  }
}

const hyphen = 0x2d;
const fullStop = 0x2e;
const comma = 0x2c;
const colon = 0x3a;

const plain = 0;
/** Never parted by a rule, but no part of a word: a contraction may stand beside it. */
const boundary = 1;
const beyondAscii = 2;
const special = 4;
const space = 8;

const kindOf = new Uint8Array(128).fill(special);
for (const range of ["09", "AZ", "az", "__"])
  kindOf.fill(plain, range.charCodeAt(0), range.charCodeAt(1) + 1);
for (const character of "/=+~^|\\-.") kindOf[character.charCodeAt(0)] = boundary;
for (let code = 0; code < 128; code++) if (isWhiteSpace(code)) kindOf[code] = space;

function kindBeyondAscii(code: number): number {
  switch (code) {
    case 0xab: // «
    case 0xbb: // »
    case 0x2018: // ‘
    case 0x2019: // ’
    case 0x201c: // “
    case 0x201d: // ”
    case 0x201e: // „
      return special;
    default:
      return isWhiteSpace(code) ? space : beyondAscii;
  }
}

/** All begin with c, g, l or w. */
const contraction = /^(?:cannot|gimme|gonna|gotta|lemme|wanna)$/iu;
const contractionInside = /cannot|gimme|gonna|gotta|lemme|wanna/iu;

/** Whether no rule changes a run that has these kinds of characters. */
function isPlain(text: string, start: number, end: number, kinds: number): boolean {
  if (kinds === plain) {
    const length = end - start;
    if (length !== 5 && length !== 6) return true;
    const initial = codeUnitAt(text, start) | 0x20;
    const mayContract =
      initial === 0x63 || initial === 0x67 || initial === 0x6c || initial === 0x77;
    return !mayContract || !contraction.test(text.slice(start, end));
  }
  return (kinds & special) === 0 && !contractionInside.test(text.slice(start, end));
}

/** How the white space before and after a run looks to the rules: none, a space, anything else. */
type Edge = "" | " " | "\n";

/** The rules by a run's edges; short runs recur, and their words are remembered. */
const known = new Map<string, (run: string) => readonly string[]>();
const runsRemembered = 20_000;
const longestRemembered = 32;

function pushRuled(
  text: string,
  from: number,
  start: number,
  end: number,
  to: number,
  words: WordSink,
): void {
  const left: Edge = start === from ? "" : text[start - 1] === " " ? " " : "\n";
  const right: Edge = end === to ? "" : text[end] === " " ? " " : "\n";
  if (end - start > longestRemembered) {
    pushLong(text, start, end, left, right, words);
    return;
  }
  const edges = left + right + (left === "" ? "^" : "");
  let wordsOf = known.get(edges);
  if (wordsOf === undefined) {
    wordsOf = memoise((run) => ruled(left, run, right).map(detached), runsRemembered);
    known.set(edges, wordsOf);
  }
  for (const word of wordsOf(text.slice(start, end))) words.push(word);
}

/** No text has runs as long as this; they are cut into pieces, because the rules hold many copies of what they read. */
const longestPiece = 20_000;

function pushLong(
  text: string,
  start: number,
  end: number,
  left: Edge,
  right: Edge,
  words: WordSink,
): void {
  for (let at = start; at < end; at += longestPiece) {
    const next = Math.min(at + longestPiece, end);
    const piece = text.slice(at, next);
    const found = ruled(at === start ? left : "\n", piece, next === end ? right : "\n");
    for (const word of found) words.push(word);
  }
}

/** The words of a run between its edges; a letter stands for the rest of the sentence, whose rules must not fire. */
function ruled(left: Edge, run: string, right: Edge): string[] {
  const words = applyTreebankRules(left + run + right + (right === "" ? "" : "x"));
  if (right !== "") words.pop();
  return words;
}
