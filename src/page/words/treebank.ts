import { codeUnitAt } from "../../base/text.js";
import { detached, memoise } from "../../base/math/memo.js";
import { hashOf, isWhiteSpace, nextHash, type UnitText, whiteSpace } from "./characters.js";
import type { WordList } from "./word-list.js";

/*
 * The expressions are those of NLTK 3.8.1's NLTKWordTokenizer (nltk/tokenize/destructive.py, Apache License 2.0), after
 * Robert MacIntyre's Treebank tokenizer. In Python \w, \d and \b refer to Unicode, but in JavaScript they do not.
 */
const w = "[\\p{L}\\p{N}_]";
const before = `(?<!${w})`;
const after = `(?!${w})`;

type TreebankRules = readonly (readonly [pattern: RegExp, replacement: string])[];

const startingQuotes: TreebankRules = [
  [/[«“‘„]|`+/gu, " $& "],
  [/^"/u, "``"],
  [/``/gu, " `` "],
  [/([ ([{<])(?:"|'')/gu, "$1 `` "],
  [new RegExp(`'(?!re|ve|ll|m|t|s|d|n)(${w})${after}`, "giu"), "' $1"],
];

const CLOSERS = " \"')>]}»”’";

const punctuation: TreebankRules = [
  // Separates the period that ends the sentence. NLTK's second, narrower expression never matches after this one.
  [new RegExp(`([^.])\\.([${CLOSERS.replace("]", "\\]")}]*)[${whiteSpace}]*$`, "u"), "$1 . $2 "],
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

const endingQuotes: TreebankRules = [
  [/[»”’]/gu, " $& "],
  [/''|"/gu, " '' "],
  [/([^' ])('[sSmMdD]|') /gu, "$1 $2 "],
  [/([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) /gu, "$1 $2 "],
];

const contractions: TreebankRules = [
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
 * Returns the words of one sentence like NLTK's `word_tokenize`: every expression is applied in turn to the whole text.
 * Double quotes become two backticks or two apostrophes. This is the reference implementation; `treebankWords` returns
 * the same words faster.
 */
export function applyTreebankRules(sentence: string): string[] {
  let text = replaceAll(sentence, startingQuotes);
  text = replaceAll(text, punctuation);
  text = replaceAll(` ${text} `, endingQuotes);
  return replaceAll(text, contractions)
    .split(spaces)
    .filter((word) => word !== "");
}

function replaceAll(text: string, rules: TreebankRules): string {
  return rules.reduce((given, [pattern, replacement]) => given.replace(pattern, replacement), text);
}

/**
 * Returns the index of the period that ends the sentence `[from, to)` of the code units, ignoring closing quotes and
 * brackets. Returns -1 if there is none.
 */
function finalPeriod(units: Uint16Array, from: number, to: number): number {
  let at = to - 1;
  while (at > from && isWhiteSpace(units[at]!)) at--;
  while (at > from && isCloser(units[at]!)) at--;
  return at > from && units[at] === PERIOD && units[at - 1] !== PERIOD ? at : -1;
}

const PERIOD = 0x2e;

const isCloser = (code: number): boolean => CLOSERS.includes(String.fromCharCode(code));

/**
 * Effect of the rules on a code unit of a run: they never change it (PLAIN), may change it (SPECIAL), or may change it
 * only if it is doubled (DOUBLED).
 */
const PLAIN = 0;
const SPECIAL = 1;
const DOUBLED = 2;
const BLANK = 3;
/** Contractions that the rules split. Each contains m, n or t twice in a row. */
const contraction = /cannot|gimme|gonna|gotta|lemme|wanna/i;

/** Kind of each code unit. Marks that occur in paths, and those of other scripts, are PLAIN. */
const kinds = new Uint8Array(0x10000);
for (let unit = 0; unit < 0x80; unit++)
  kinds[unit] = /[\w/=+~^|\\]/.test(String.fromCharCode(unit)) ? PLAIN : SPECIAL;
for (const mark of "«»‘’“”„") kinds[codeUnitAt(mark, 0)] = SPECIAL;
for (const mark of "-.mntMNT") kinds[codeUnitAt(mark, 0)] = DOUBLED;
for (let unit = 0; unit <= 0x3000; unit++) if (isWhiteSpace(unit)) kinds[unit] = BLANK;

/**
 * Appends the words of the sentence `[from, to)` of a text, at whose end is no white space. They are the same as those
 * of {@link applyTreebankRules}. Those rules depend only on a run of non-spaces and the white space on either side, except for the period at the end
 * of the sentence. Plain words can therefore be cut out directly, and the rules are applied to other runs only.
 */
export function treebankWords(text: UnitText, from: number, to: number, words: WordList): void {
  const { units } = text;
  const period = finalPeriod(units, from, to);
  for (let start = from; start < to;) {
    let at = start;
    let hash = 0;
    let isSpecial = false;
    let isDoubled = false;
    for (; at < to; at++) {
      const unit = units[at]!;
      const kind = kinds[unit]!;
      if (kind === BLANK) break;
      if (kind === SPECIAL) isSpecial = true;
      else if (kind === DOUBLED && at > start && (unit | 0x20) === (units[at - 1]! | 0x20))
        isDoubled = true;
      hash = nextHash(hash, unit);
    }
    const hasPeriod = period >= start && period < at;
    // A period at the very end is a separate word after the others.
    const end = hasPeriod && period === to - 1 ? period : at;
    if (end < at) hash = hashOf(units, start, end);
    if (
      isSpecial ||
      (hasPeriod && (end === at || end === start)) ||
      (isDoubled && changesDoubled(text.text.slice(start, end)))
    ) {
      const runEnd = hasPeriod ? to : Math.min(to, at + 1);
      const run = text.text.slice(Math.max(from, start - 1), runEnd);
      for (const word of wordsOfRun(run)) words.push(word);
    } else if (end > start) {
      words.pushPart(text, start, end, hash);
      if (hasPeriod) words.push(".");
    }
    if (hasPeriod) return;
    start = at + 1;
  }
}

const changesDoubled = (run: string): boolean => /--|\.\./.test(run) || contraction.test(run);

/**
 * Returns the words of a run with the white space on either side. Short runs recur. A letter represents the rest of the
 * sentence, so that rules for the end of a sentence do not apply.
 */
const wordsOfRun = memoise(
  (run: string): readonly string[] => {
    if (!isWhiteSpace(codeUnitAt(run, run.length - 1))) return applyTreebankRules(run);
    return applyTreebankRules(`${run}x`).slice(0, -1).map(detached);
  },
  50_000,
  32,
);
