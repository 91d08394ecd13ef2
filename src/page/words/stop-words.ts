import { memoise } from "../../base/math/memo.js";
import { readMadeData, readStopList, stopListNames } from "../../base/platform/data.js";
import { primarySubtag } from "./characters.js";
import english from "./english.json" with { type: "json" };

/** English stop words: the list of NLTK 3.8 (179 words), which OTMT uses. */
const englishStopWords: ReadonlySet<string> = new Set(english.stopWords.join(" ").split(" "));
/**
 * The stop words of a language (BCP 47, the primary subtag counts), in lower case; none where there is no list. English:
 * NLTK's list, which OTMT uses; others: `stopwords-iso`, read when one of them is first asked for.
 */
export function stopWords(language: string): ReadonlySet<string> {
  const code = primarySubtag(language);
  return code === "en" ? englishStopWords : commonWords(language);
}

/** The words of `stopwords-iso`, which are frequent in texts on any subject; English has seven times as many there. */
export function commonWords(language: string): ReadonlySet<string> {
  const code = primarySubtag(language);
  return stopWordsOf().get(code === "nb" || code === "nn" ? "no" : code) ?? none;
}

/** The languages (primary subtags) that {@link stopWords} has a list for. */
export function stopWordLanguages(): readonly string[] {
  return [...stopWordsOf().keys()].sort();
}

const none: ReadonlySet<string> = new Set();

let read: ReadonlyMap<string, ReadonlySet<string>> | undefined;

function stopWordsOf(): ReadonlyMap<string, ReadonlySet<string>> {
  return (read ??= readLists());
}

function readLists(): ReadonlyMap<string, ReadonlySet<string>> {
  const all = readMadeData("stop-words.json") as Readonly<Record<string, string[]>>;
  return new Map(Object.entries(all).map(([code, words]) => [code, new Set(words)]));
}
/**
 * The words by which jusText knows running text of a language (BCP 47, the primary subtag counts), in lower case: its
 * own lists, read when one of them is first asked for. Undefined where there is no list: jusText then works
 * independently of the language.
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

/** The languages (primary subtags) that {@link stopList} has a list for. */
export function stopListLanguages(): readonly string[] {
  return (languages ??= stopListNames().sort());
}

let languages: readonly string[] | undefined;
