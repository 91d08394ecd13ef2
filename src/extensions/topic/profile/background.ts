import { readFrequencies } from "../../../base/platform/data.js";
import { primarySubtag } from "../../../page/words/characters.js";
import { normaliserOf } from "../../../page/words/terms.js";
import type { Preprocessing } from "../../../score/settings/types.js";
import { commonStems, termOptionsIn } from "./own-words.js";

/** Returns the share of a word in general text. */
export type Background = (word: string) => number;

/**
 * Step between the lines of a list. The words of each line are rarer by this number of hundredths of a power of ten.
 */
const CENTIBELS = 10;
/** Languages with a list under another code. */
const namedOtherwise: ReadonlyMap<string, string> = new Map([
  ...(["no", "nn"] as const).map((code) => [code, "nb"] as const),
  ...(["bs", "hr", "sr"] as const).map((code) => [code, "sh"] as const),
  ["tl", "fil"],
]);
const knownBackgrounds = new Map<string, Background | undefined>();

/**
 * Returns the frequencies of words in a language, without stop words, in the form that the preprocessing gives them. A
 * word that is not in the list is as frequent as the last words of the list. Returns undefined for a language without a
 * list.
 */
export function backgroundOf(
  language: string,
  preprocessing: Preprocessing,
): Background | undefined {
  const key = JSON.stringify([language, preprocessing]);
  if (!knownBackgrounds.has(key))
    knownBackgrounds.set(key, readBackground(language, preprocessing));
  return knownBackgrounds.get(key);
}

function readBackground(language: string, preprocessing: Preprocessing): Background | undefined {
  const code = primarySubtag(language);
  const lines = readFrequencies(namedOtherwise.get(code) ?? code)?.split("\n");
  if (lines === undefined) return undefined;
  const termOptions = termOptionsIn(language, preprocessing);
  const common = commonStems(language, termOptions);
  const { normalise } = normaliserOf(termOptions);
  const shares = new Map<string, number>();
  let kept = 1;
  let share = 0;
  for (const [at, line] of lines.entries()) {
    share = 10 ** (-((at + 0.5) * CENTIBELS) / 100);
    for (const word of line === "" ? [] : line.split(" ")) {
      const term = normalise(word)?.toLowerCase();
      if (term === undefined || common.has(term)) {
        kept -= share;
        shares.set(term ?? word.toLowerCase(), 1);
      } else shares.set(term, (shares.get(term) ?? 0) + share);
    }
  }
  const rarest = share;
  const shareOf = (word: string): number =>
    shares.get(word) ??
    Math.min(...word.split(notLetters).map((part) => shares.get(part) ?? rarest));
  return (word) => shareOf(word) / kept;
}

/** Separators inside a token that join words: `d'un`, `and/or`. */
const notLetters = /[^\p{L}\p{M}]+/u;
