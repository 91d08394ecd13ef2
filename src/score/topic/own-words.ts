import { memoise } from "../../base/math/memo.js";
import { undetermined } from "../../page/words/characters.js";
import type { TopicWords } from "../../page/features/words.js";
import { commonWords } from "../../page/words/stop-words.js";
import { normaliseToken } from "../../page/words/terms.js";
import type { JsonObject } from "../../base/types.js";
import type { TermOptions } from "../../page/types.js";
import type { TopicProfile } from "./types.js";
import type { Preprocessing } from "../settings/types.js";

/**
 * The words of a page as a topic of this language has them: its stems, whatever the page's own language is. Nothing stands for
 * words that are common in the page's own language; they part collocations. A user's own list, or the wish to keep stop
 * words, stands.
 */
export function wordsIn(
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

type Rule = (token: string) => string;

const rules = new Map<string, Rule>();
const mostRules = 64;
const wordsRemembered = 100_000;

/** What becomes of a token on a page of this language; nothing of a stop word, as it stands or as a stem. */
function ruleOf(own: string, termOptions: TermOptions): Rule {
  const { language, stem, stopWords, stopWordList, minTokenLength } = termOptions;
  const key = JSON.stringify([
    own,
    language,
    stem,
    stopWords,
    stopWordList?.digest,
    minTokenLength,
  ]);
  let rule = rules.get(key);
  if (rule === undefined) {
    const common = commonStems(own, termOptions);
    rule = memoise((token) => {
      if (token === "") return "";
      // A token that is a stop word as it stands parts words too, whatever its stem is.
      if (normaliseToken(token, { ...termOptions, stem: false }) === undefined) return "";
      const word = normaliseToken(token, termOptions)?.toLowerCase() ?? "";
      return common.has(word) ? "" : word;
    }, wordsRemembered);
    if (rules.size >= mostRules) rules.clear();
    rules.set(key, rule);
  }
  return rule;
}

/** As the profile says; whoever runs with it has the same, but for the language. */
export function preprocessingOf({ preprocessing }: TopicProfile): Preprocessing {
  const { language } = preprocessing;
  const own = { ...preprocessing, language: typeof language === "string" ? language : "auto" };
  return own as JsonObject & Preprocessing;
}

/** How words become those of a topic of this language; profiles of before 0.2 name one language for all. */
export const termOptionsIn = (language: string, preprocessing: Preprocessing): TermOptions => ({
  ...preprocessing,
  language: preprocessing.language === "auto" ? language : preprocessing.language,
});

/** The words that {@link wordsIn} leaves out, in the form that they have in a document. */
export function commonStems(own: string, termOptions: TermOptions): ReadonlySet<string> {
  const { language, stem, stopWords, stopWordList } = termOptions;
  if (!stopWords || stopWordList !== undefined) return new Set();
  return new Set(
    [...commonWords(own)].flatMap(
      (word) => normaliseToken(word, { stem, stopWords, language })?.toLowerCase() ?? [],
    ),
  );
}
