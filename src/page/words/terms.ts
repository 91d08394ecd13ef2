import { memoise } from "../../base/math/memo.js";
import type { CountedTerms } from "../../base/types.js";
import type { TermOptions } from "../types.js";
import { codePoints, foldCase, normalForm, primarySubtag } from "./characters.js";
import { lancasterStem, stem } from "./stem.js";
import { stopWords } from "./stop-words.js";
import type { WordList } from "./word-list.js";

/**
 * The term of a token, or undefined where it is left out.
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
export function normaliseToken(token: string, termOptions: TermOptions): string | undefined {
  if (!isSame(last, termOptions)) last = normaliserOf(termOptions);
  return last.normalise(token);
}

const isSame = (one: TermOptions, other: TermOptions): boolean =>
  one.language === other.language &&
  one.stem === other.stem &&
  one.stopWords === other.stopWords &&
  one.stopWordList?.digest === other.stopWordList?.digest &&
  one.minTokenLength === other.minTokenLength;

type Normalise = (token: string) => string | undefined;

/** A way of normalising tokens. */
interface Normaliser extends TermOptions {
  /** Names it among all others. */
  readonly key: string;
  readonly normalise: Normalise;
}

/** Python's `string.punctuation`. */
const punctuation = new Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");

const normalisers = new Map<string, Normaliser>();
const maxNormalisers = 16;
const tokensRemembered = 200_000;

let last: Normaliser = normaliserOf({ stem: true, stopWords: true, language: "en" });

/** The way of normalising that these settings mean; the same object while it is remembered. */
function normaliserOf(termOptions: TermOptions): Normaliser {
  const { language, stem: stems, stopWords: drops, stopWordList, minTokenLength = 0 } = termOptions;
  const key = JSON.stringify([language, stems, drops, stopWordList?.digest ?? "", minTokenLength]);
  let normaliser = normalisers.get(key);
  if (normaliser === undefined) {
    const normalise =
      primarySubtag(language) === "en" ? english(termOptions) : beyondEnglish(termOptions);
    const remembered = memoise(longEnough(normalise, minTokenLength), tokensRemembered);
    normaliser = { ...termOptions, key, normalise: remembered };
    if (normalisers.size >= maxNormalisers) normalisers.clear();
    normalisers.set(key, normaliser);
  }
  return normaliser;
}

function english({
  stem: stems,
  stopWords: drops,
  stopWordList,
  language,
}: TermOptions): Normalise {
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

function beyondEnglish(termOptions: TermOptions): Normalise {
  const { stem: stems, stopWords: drops, stopWordList, language } = termOptions;
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

function longEnough(normalise: Normalise, fewest: number): Normalise {
  if (fewest <= 1) return normalise;
  return (token) =>
    token.length < 2 * fewest && codePoints(token) < fewest ? undefined : normalise(token);
}

/** How often each term occurs that the words are normalised to, in code unit order. */
export function countNormalisedWords(words: WordList, termOptions: TermOptions): CountedTerms {
  const { key, normalise } = normaliserOf(termOptions);
  return words.empty().append(words, { name: key, apply: normalise }).count("code units");
}
