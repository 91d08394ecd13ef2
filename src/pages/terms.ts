import { memoise } from "../math/memo.js";
import type { CountedTerms, Settling } from "../types.js";
import { codePoints, foldCase, normalForm, primarySubtag } from "./characters.js";
import { lancasterStem, stem } from "./stem.js";
import { stopWords } from "./stop-words.js";
import { sortWords, type WordList, type WordTable } from "./word-table.js";

/**
 * The term that stands for a token, or undefined where it is left out. (SPEC section 3.)
 *
 * English: its stem; undefined when that stem is a stop word or a single punctuation mark. Compared after stemming, as
 * in OTMT: `this` becomes `thi` and stays. Without stemming the term is the token itself, and the comparison with the
 * stop words folds case.
 *
 * Other languages: the stem of its normal form, case folded; undefined when it has neither letter nor digit, or when
 * that form, before stemming, is a stop word. Without stemming the term is the normal form, its case kept.
 *
 * Stop words of the user's own, of any language, go in either form.
 */
export function settleToken(token: string, settling: Settling): string | undefined {
  if (!isSame(last, settling)) last = settlerOf(settling);
  return last.settle(token);
}

const isSame = (one: Settling, other: Settling): boolean =>
  one.language === other.language &&
  one.stem === other.stem &&
  one.stopWords === other.stopWords &&
  one.stopWordList?.digest === other.stopWordList?.digest &&
  one.minTokenLength === other.minTokenLength;

type Settle = (token: string) => string | undefined;

/** A way of settling tokens. */
export interface Settler extends Settling {
  /** Names it among all others. */
  readonly key: string;
  readonly settle: Settle;
}

/** Python's `string.punctuation`. */
const punctuation = new Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");

const settlers = new Map<string, Settler>();
const maxSettlers = 16;
const tokensRemembered = 200_000;

let last: Settler = settlerOf({ stem: true, stopWords: true, language: "en" });

/** The way of settling that these settings mean; the same object while it is remembered. */
export function settlerOf(settling: Settling): Settler {
  const { language, stem: stems, stopWords: drops, stopWordList, minTokenLength = 0 } = settling;
  const key = JSON.stringify([language, stems, drops, stopWordList?.digest ?? "", minTokenLength]);
  let settler = settlers.get(key);
  if (settler === undefined) {
    const settle = primarySubtag(language) === "en" ? english(settling) : beyondEnglish(settling);
    const remembered = memoise(longEnough(settle, minTokenLength), tokensRemembered);
    settler = { ...settling, key, settle: remembered };
    if (settlers.size >= maxSettlers) settlers.clear();
    settlers.set(key, settler);
  }
  return settler;
}

function english({ stem: stems, stopWords: drops, stopWordList, language }: Settling): Settle {
  const own = stopWordList === undefined ? undefined : foldedSet(stopWordList.words, language);
  const stop = drops && own === undefined ? stopWords(language) : none;
  const termOf = stems === "lancaster" ? lancasterStem : (token: string) => stem(token, language);
  return (token) => {
    const term = stems === false ? token : termOf(token);
    if (!drops) return term;
    const compared = stems === false ? token.toLowerCase() : term;
    if (stop.has(compared) || punctuation.has(compared)) return undefined;
    return own !== undefined && (own.has(compared) || own.has(token.toLowerCase()))
      ? undefined
      : term;
  };
}

function beyondEnglish(settling: Settling): Settle {
  const { stem: stems, stopWords: drops, stopWordList, language } = settling;
  const own = stopWordList === undefined ? undefined : foldedSet(stopWordList.words, language);
  const stop = !drops ? none : (own ?? foldedSet([...stopWords(language)], language));
  return (token) => {
    if (!word.test(token)) return drops ? undefined : token;
    const form = normalForm(token, language);
    const folded = foldCase(form, language);
    if (stop.has(folded)) return undefined;
    const term = stems === false ? form : stem(folded, language);
    return own !== undefined && drops && own.has(term) ? undefined : term;
  };
}

const none: ReadonlySet<string> = new Set();
const word = /[\p{L}\p{N}]/u;

const foldedSet = (words: readonly string[], language: string): ReadonlySet<string> =>
  new Set(words.map((each) => foldCase(normalForm(each, language), language)));

function longEnough(settle: Settle, fewest: number): Settle {
  if (fewest <= 1) return settle;
  return (token) =>
    token.length < 2 * fewest && codePoints(token) < fewest ? undefined : settle(token);
}
/** How often each word occurs, in order of first appearance. */
export function countWords(words: WordList): CountedTerms {
  const { table, numbers } = words;
  return named(table, count(table, numbers));
}

/** How often each term occurs that the words settle to, in code unit order. */
export function countSettledWords(words: WordList, settling: Settling): CountedTerms {
  const { table, numbers } = words;
  const counted = count(table, numbers);
  const settled = counted.distinct.map(settledBy(table, settling));
  const { distinct, counts } = count(table, settled, counted.counts);
  const totals = table.notes("total");
  for (const [at, number] of distinct.entries()) totals[number] = counts[at]!;
  const sorted = sortWords(distinct, table);
  return named(table, { distinct: sorted, counts: sorted.map((number) => totals[number]!) });
}

interface Counted {
  readonly distinct: readonly number[];
  readonly counts: readonly number[];
}

/** A word that settles to nothing. */
const dropped = -1;

/** Counts numbers, each with its weight or 1, in order of first appearance; dropped ones are left out. */
function count(table: WordTable, numbers: readonly number[], weights?: readonly number[]): Counted {
  const sums = table.notes("sum");
  const distinct: number[] = [];
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at]!;
    if (number === dropped) continue;
    const sum = sums[number]!;
    if (sum === 0) distinct.push(number);
    sums[number] = sum + (weights === undefined ? 1 : weights[at]!);
  }
  const counts = distinct.map((number) => sums[number]!);
  for (const number of distinct) sums[number] = 0;
  return { distinct, counts };
}

/** The number of the term that a word settles to, or `dropped`; worked out once for each word of the table. */
function settledBy(table: WordTable, settling: Settling): (number: number) => number {
  const { key, settle } = settlerOf(settling);
  const known = table.notes(`settled ${key}`);
  return (number) => {
    const before = known[number]!;
    if (before !== 0) return before === dropped ? dropped : before - 1;
    const term = settle(table.word(number));
    const settled = term === undefined ? dropped : table.numberOf(term);
    known[number] = settled === dropped ? dropped : settled + 1;
    return settled;
  };
}

function named(table: WordTable, { distinct, counts }: Counted): CountedTerms {
  return { terms: distinct.map((number) => table.word(number)), counts };
}
