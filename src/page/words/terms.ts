import { memoise } from "../../base/math/memo.js";
import type { CountedTerms } from "../../base/types.js";
import type { TermOptions } from "../types.js";
import { codePoints, foldCase, normalForm, primarySubtag, undetermined } from "./characters.js";
import { lancasterStem, stemmerOf } from "./stem.js";
import { stopWords } from "./stop-words.js";
import { countByRule, type WordList, type WordRule } from "./word-list.js";

type Normalise = (token: string) => string | undefined;

/** A rule for lists of words, which remember the terms of words themselves. */
interface Normaliser extends WordRule {
  /** The same for single tokens, with a cache. */
  readonly normalise: Normalise;
}

/** `string.punctuation` of Python. */
const punctuation = new Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");

const normalisers = new Map<string, Normaliser>();
/** Limits of the caches: methods, and tokens per method. */
const maxNormalisers = 16;
const tokensRemembered = 200_000;

/**
 * Returns the method for the given settings. It is the same object as long as the method is in the cache.
 *
 * In English the term is the stem. The token is dropped if the stem is a stop word or a single punctuation mark. The
 * comparison follows stemming, as in OTMT, so `this` becomes `thi` and stays. Without stemming, the term is the token
 * itself, and the comparison with stop words ignores case.
 *
 * In other languages the term is the stem of the normal form with case folded. The token is dropped if it has neither
 * letter nor digit, or if the normal form before stemming is a stop word. Without stemming, the term is the normal form
 * with its case kept.
 *
 * Stop words that the user provides are dropped in either form, in any language.
 */
export function normaliserOf(termOptions: TermOptions): Normaliser {
  const { language, stem: stems, stopWords: drops, stopWordList, minTokenLength = 0 } = termOptions;
  const name = JSON.stringify([language, stems, drops, stopWordList?.digest ?? "", minTokenLength]);
  let normaliser = normalisers.get(name);
  if (normaliser === undefined) {
    const normalise =
      primarySubtag(language) === "en" ? english(termOptions) : beyondEnglish(termOptions);
    const apply = longEnough(normalise, minTokenLength);
    normaliser = { name, apply, normalise: memoise(apply, tokensRemembered) };
    if (normalisers.size >= maxNormalisers) normalisers.clear();
    normalisers.set(name, normaliser);
  }
  return normaliser;
}

function english(termOptions: TermOptions): Normalise {
  const { stem: stems, stopWords: drops, language } = termOptions;
  const own = ownStopWords(termOptions);
  const stop = own ?? stopWords(language);
  const termOf = stems === "lancaster" ? lancasterStem : stemmerOf(language);
  return (token) => {
    const term = stems === false ? token : termOf(token);
    if (!drops) return term;
    const compared = stems === false ? token.toLowerCase() : term;
    if (stop.has(compared) || punctuation.has(compared)) return undefined;
    return own?.has(token.toLowerCase()) === true ? undefined : term;
  };
}

function beyondEnglish(termOptions: TermOptions): Normalise {
  const { stem: stems, stopWords: drops, language } = termOptions;
  const own = drops ? ownStopWords(termOptions) : undefined;
  const stop = own ?? foldedSet(drops ? [...stopWords(language)] : [], language);
  const stem = stemmerOf(stems === false ? undetermined : language);
  return (token) => {
    if (!word.test(token)) return drops ? undefined : token;
    const form = normalForm(token, language);
    const folded = foldCase(form, language);
    if (stop.has(folded)) return undefined;
    const term = stems === false ? form : stem(folded);
    return own?.has(term) === true ? undefined : term;
  };
}

const word = /[\p{L}\p{N}]/u;

const foldedSet = (words: readonly string[], language: string): ReadonlySet<string> =>
  new Set(words.map((each) => foldCase(normalForm(each, language), language)));

const ownStopWords = ({ stopWordList, language }: TermOptions): ReadonlySet<string> | undefined =>
  stopWordList && foldedSet(stopWordList.words, language);

function longEnough(normalise: Normalise, fewest: number): Normalise {
  if (fewest <= 1) return normalise;
  return (token) =>
    token.length < 2 * fewest && codePoints(token) < fewest ? undefined : normalise(token);
}

/** Returns the number of occurrences of the terms to which words are normalised, in code unit order. */
export const countNormalisedWords = (words: WordList, termOptions: TermOptions): CountedTerms =>
  words.empty().append(words, normaliserOf(termOptions)).count("code units");

/** The same for words that are counted already. */
export const normaliseCounted = (counted: CountedTerms, termOptions: TermOptions): CountedTerms =>
  countByRule(counted, normaliserOf(termOptions));
