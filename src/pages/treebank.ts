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
/** What a rule may change of a run: marks other than those of paths, quotes, hyphens or stops in a row. */
const special = /[^\w/=+~^|\\.\-\u0080-\uffff]|[«»‘’“”„]|--|\.\./;
const contraction = /cannot|gimme|gonna|gotta|lemme|wanna/i;

/**
 * Appends the words of the sentence `text[from, to)` to `words`: those of {@link applyTreebankRules}, which looks at
 * no more than a run of non-spaces and the white space on both sides of it, except for the period at the sentence's
 * end. So plain words are cut out directly, and the rules see the other runs only.
 */
export function treebankWords(text: string, from: number, to: number, words: WordSink): void {
  const period = finalPeriod(text, from, to);
  for (let start = from; start < to;) {
    let at = start;
    while (at < to && !isWhiteSpace(codeUnitAt(text, at))) at++;
    const hasPeriod = period >= start && period < at;
    // A period that nothing follows is a word after the others.
    const end = hasPeriod && period === to - 1 ? period : at;
    const run = text.slice(start, end);
    if (
      (hasPeriod && (end === at || end === start)) ||
      special.test(run) ||
      (run.length > 4 && contraction.test(run))
    ) {
      pushRuled(text, from, start, hasPeriod ? to : at, to, words);
    } else if (run !== "") {
      words.push(run);
      if (hasPeriod) words.push(".");
    }
    if (hasPeriod) return;
    start = at + 1;
  }
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
