import { readFileSync } from "node:fs";
import { primarySubtag } from "./language-tag.js";
import { englishStopWords } from "./stop-words/en.js";

/**
 * The stop words of a language (BCP 47, the primary subtag counts), in lower case; none where there is no list. English:
 * NLTK's list, which OTMT uses; others: `stopwords-iso`, read when one of them is first asked for.
 */
export function stopWords(language: string): ReadonlySet<string> {
  const code = primarySubtag(language);
  if (code === "en") return englishStopWords;
  return lists().get(code === "nb" || code === "nn" ? "no" : code) ?? none;
}

/** The languages (primary subtags) that {@link stopWords} has a list for. */
export function stopWordLanguages(): readonly string[] {
  return [...lists().keys()].sort();
}

const none: ReadonlySet<string> = new Set();

let read: ReadonlyMap<string, ReadonlySet<string>> | undefined;

function lists(): ReadonlyMap<string, ReadonlySet<string>> {
  return (read ??= readLists());
}

function readLists(): ReadonlyMap<string, ReadonlySet<string>> {
  // From src/ as from build/ the way leads to dist/.
  const file = new URL("../../dist/data/stop-words.json", import.meta.url);
  const all = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string[]>>;
  return new Map(Object.entries(all).map(([code, words]) => [code, new Set(words)]));
}
