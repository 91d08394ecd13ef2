import { primarySubtag } from "./language-tag.js";
import { englishStopList } from "./stop-lists/en.js";

const lists: ReadonlyMap<string, ReadonlySet<string>> = new Map([["en", englishStopList]]);

/**
 * The words by which jusText knows running text of a language (BCP 47, the primary subtag counts), in lower case.
 * Undefined where there is no list: jusText then works independently of the language.
 */
export function stopList(language: string): ReadonlySet<string> | undefined {
  return lists.get(primarySubtag(language));
}
