import { log } from "../../base/math/elementary.js";
import { printableStart } from "../../base/text.js";
import type { CountedTerms } from "../../base/types.js";

/** Maximum number of words reported per side, and maximum number of characters of a word. */
const mostWords = 10;
const longestWord = 40;

/** Punctuation, quotes and dashes are dropped, because lists of terms also contain them. */
const startsAsWord = (term: string): boolean => /^[\p{L}\p{N}]/u.test(term);

export function wordCount({ terms, counts }: CountedTerms): number {
  let words = 0;
  for (const [at, term] of terms.entries()) if (startsAsWord(term)) words += counts[at]!;
  return words;
}

export class WordFrequency {
  #mementos = 0;
  readonly #frequency = new Map<string, number>();

  add({ terms }: CountedTerms): void {
    this.#mementos += 1;
    for (const term of terms) this.#frequency.set(term, this.#of(term) + 1);
  }

  /** Returns the share of mementos that contain the word, 0 to 1. */
  share(word: string): number {
    return this.#of(word) / Math.max(1, this.#mementos);
  }

  /** Returns the smoothed inverse document frequency, the term weight of `cosine`. */
  rarity(word: string): number {
    return log((1 + this.#mementos) / (1 + this.#of(word))) + 1;
  }

  #of(word: string): number {
    return this.#frequency.get(word) ?? 0;
  }
}

/**
 * Returns the most distinctive words that one text contains and another does not. These are the words with the greatest
 * product of `ln(1 + count)` and the word's weight, in descending order. Words of equal weight are in code unit order.
 * Both lists of terms must be in code unit order. `stopWords` are left out.
 */
export function distinctiveWords(
  has: CountedTerms,
  lacks: CountedTerms,
  weight: (word: string) => number,
  stopWords: ReadonlySet<string> = new Set(),
): string[] {
  const lacked = new Set(lacks.terms);
  return has.terms
    .flatMap((word, at) => {
      if (lacked.has(word) || !startsAsWord(word) || stopWords.has(word)) return [];
      return [{ word, weight: log(1 + has.counts[at]!) * weight(word) }];
    })
    .sort((one, other) => other.weight - one.weight)
    .slice(0, mostWords)
    .map(({ word }) => printableStart(word, longestWord))
    .filter((word, at, words) => words.indexOf(word) === at);
}
