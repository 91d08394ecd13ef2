import { memoise } from "../../../base/math/memo.js";
import type { JsonObject } from "../../../base/types.js";
import type { TopicWords } from "../../../page/features/words.js";
import type { TermOptions } from "../../../page/types.js";
import { undetermined } from "../../../page/words/characters.js";
import { commonWords } from "../../../page/words/stop-words.js";
import { normaliserOf } from "../../../page/words/terms.js";
import type { TopicProfile } from "./types.js";
import type { Preprocessing } from "../../../score/settings/types.js";

/**
 * Returns the words of a page in the form of a topic, which is stemmed in the topic's language, whatever the page's own
 * language is. Common words of the page's own language become empty words, which separate collocations. If the user
 * gives a list of stop words or keeps stop words, that choice applies instead.
 */
export function wordsInLanguage(
  language: string,
  { words, widths }: TopicWords,
  own: string,
  preprocessing: Preprocessing,
): TopicWords {
  const wordOf = ruleOf(
    own === undetermined ? language : own,
    termOptionsIn(language, preprocessing),
  );
  const left: string[] = [];
  const leftWidths: number[] = [];
  for (const [at, token] of words.entries()) {
    const word = wordOf(token);
    if (word === "" && left.at(-1) === "") leftWidths[left.length - 1]! += widths[at]! + 1;
    else {
      left.push(word);
      leftWidths.push(widths[at]!);
    }
  }
  return { words: left, widths: leftWidths };
}

type TokenRule = (token: string) => string;

const ruleOfLanguage = new Map<string, TokenRule>();
/** Limits of the caches: rules, and words per rule. */
const mostRules = 64;
const ownWordsRemembered = 100_000;

/** A stop word, as a token or as a stem, becomes an empty word. */
function ruleOf(own: string, termOptions: TermOptions): TokenRule {
  const { language, stem, stopWords, stopWordList, minTokenLength } = termOptions;
  const key = JSON.stringify([
    own,
    language,
    stem,
    stopWords,
    stopWordList?.digest,
    minTokenLength,
  ]);
  let rule = ruleOfLanguage.get(key);
  if (rule === undefined) {
    const common = commonStems(own, termOptions);
    const unstemmed = normaliserOf({ ...termOptions, stem: false });
    const { normalise } = normaliserOf(termOptions);
    rule = memoise((token) => {
      if (token === "") return "";
      // A token that is itself a stop word separates collocations too, even if its stem is not a stop word.
      if (unstemmed.normalise(token) === undefined) return "";
      const word = normalise(token)?.toLowerCase() ?? "";
      return common.has(word) ? "" : word;
    }, ownWordsRemembered);
    if (ruleOfLanguage.size >= mostRules) ruleOfLanguage.clear();
    ruleOfLanguage.set(key, rule);
  }
  return rule;
}

/** A run with the profile has the same preprocessing, except for the language. */
export function preprocessingOf({ preprocessing }: TopicProfile): Preprocessing {
  const { language } = preprocessing;
  const own = { ...preprocessing, language: typeof language === "string" ? language : "auto" };
  return own as JsonObject & Preprocessing;
}

/** Profiles made before 0.2 name one language for all parts. */
export const termOptionsIn = (language: string, preprocessing: Preprocessing): TermOptions => ({
  ...preprocessing,
  language: preprocessing.language === "auto" ? language : preprocessing.language,
});

/** Returns the words that {@link wordsInLanguage} leaves out, in the form that they have in a document. */
export function commonStems(own: string, termOptions: TermOptions): ReadonlySet<string> {
  const { language, stem, stopWords, stopWordList } = termOptions;
  if (!stopWords || stopWordList !== undefined) return new Set();
  const { normalise } = normaliserOf({ stem, stopWords, language });
  return new Set([...commonWords(own)].flatMap((word) => normalise(word)?.toLowerCase() ?? []));
}
