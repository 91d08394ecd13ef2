import { memoise, once } from "../../base/math/memo.js";
import { readMadeData, readStopList, stopListNames } from "../../base/platform/data.js";
import { primarySubtag } from "./characters.js";
import english from "./english.json" with { type: "json" };

/** English stop words: the list of NLTK 3.8 (179 words), which OTMT uses. */
const englishStopWords: ReadonlySet<string> = new Set(english.stopWords.join(" ").split(" "));
/**
 * Returns the stop words of a language (BCP 47, of which only the primary subtag counts) in lower case. Returns an
 * empty set if there is no list. English has NLTK's list, which OTMT uses. Other languages have the list of
 * `stopwords-iso`, which is read on first use.
 */
export function stopWords(language: string): ReadonlySet<string> {
  const code = primarySubtag(language);
  return code === "en" ? englishStopWords : commonWords(language);
}

/**
 * Returns the words of `stopwords-iso`, which are frequent in general text. Its English list is seven times as long as
 * NLTK's list.
 */
export function commonWords(language: string): ReadonlySet<string> {
  const code = primarySubtag(language);
  return lists().get(code === "nb" || code === "nn" ? "no" : code) ?? none;
}

/** Returns the languages (primary subtags) for which {@link stopWords} has a list. */
export function stopWordLanguages(): readonly string[] {
  return [...lists().keys()].sort();
}

const none: ReadonlySet<string> = new Set();

const lists = once((): ReadonlyMap<string, ReadonlySet<string>> => {
  const all = readMadeData("stop-words.json.br") as Readonly<Record<string, string[]>>;
  return new Map(Object.entries(all).map(([code, words]) => [code, new Set(words)]));
});

/**
 * Returns the words by which jusText recognises prose in a language (BCP 47, of which only the primary subtag counts),
 * in lower case. They come from jusText's lists, which are read on first use. Returns undefined if there is no list, in
 * which case jusText works independently of the language.
 */
export function stopList(language: string): ReadonlySet<string> | undefined {
  const code = primarySubtag(language);
  return listOf(code === "nb" ? "no" : code);
}

const listOf = memoise(
  (code) =>
    stopListLanguages().includes(code) ? new Set(readStopList(code).split("\n")) : undefined,
  1_000,
);

/** Returns the languages (primary subtags) for which {@link stopList} has a list. */
export const stopListLanguages = once((): readonly string[] => stopListNames().sort());
