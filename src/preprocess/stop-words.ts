import { primarySubtag } from "./language-tag.js";
import { englishStopWords } from "./stop-words/en.js";

const lists: ReadonlyMap<string, ReadonlySet<string>> = new Map([["en", englishStopWords]]);
const none: ReadonlySet<string> = new Set();

/** The stop words of a language (BCP 47, the primary subtag counts), in lower case; none where there is no list. */
export function stopWords(language: string): ReadonlySet<string> {
  return lists.get(primarySubtag(language)) ?? none;
}
