import { isWhiteSpace, whiteSpace } from "./white-space.js";

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
  while (end < text.length && isCloser(text.charCodeAt(end))) end++;
  return `${text.slice(0, period)} . ${text.slice(period + 1, end)} `;
}

/** Index of the period that ends a sentence `text[from, to)`, closing quotes and brackets aside, or -1. */
export function finalPeriod(text: string, from: number, to: number): number {
  let at = to - 1;
  while (at > from && isWhiteSpace(text.charCodeAt(at))) at--;
  while (at > from && isCloser(text.charCodeAt(at))) at--;
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
