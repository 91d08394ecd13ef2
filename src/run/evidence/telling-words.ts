import type { TermCounts } from "../../features/terms.js";
import { printableStart } from "../../mementos/printable.js";

/** Words told of each side, and characters of each. */
const mostWords = 10;
const longestWord = 40;

/** What a list of terms has besides words: punctuation, quotes, dashes. */
const isWord = (term: string): boolean => /^[\p{L}\p{N}]/u.test(term);

/** How many words a text has, repeated ones counted again. */
export function wordCount({ terms, counts }: TermCounts): number {
  let words = 0;
  for (const [at, term] of terms.entries()) if (isWord(term)) words += counts[at]!;
  return words;
}

/** In how many of the mementos of a TimeMap each word occurs. */
export class WordFrequency {
  #mementos = 0;
  readonly #frequency = new Map<string, number>();

  add({ terms }: TermCounts): void {
    this.#mementos += 1;
    for (const term of terms) this.#frequency.set(term, this.#of(term) + 1);
  }

  /** Share of the mementos that have the word, 0 to 1. */
  share(word: string): number {
    return this.#of(word) / Math.max(1, this.#mementos);
  }

  /** Smoothed inverse document frequency, as `cosine` weighs terms. */
  rarity(word: string): number {
    return Math.log((1 + this.#mementos) / (1 + this.#of(word))) + 1;
  }

  #of(word: string): number {
    return this.#frequency.get(word) ?? 0;
  }
}

/**
 * The most telling words that one text has and another lacks: `ln(1 + count)` times the word's weight, greatest first,
 * equal ones in code unit order. Both lists of terms are in code unit order. `stopWords` tell nothing.
 */
export function tellingWords(
  has: TermCounts,
  lacks: TermCounts,
  weight: (word: string) => number,
  stopWords: ReadonlySet<string> = new Set(),
): string[] {
  const best: { readonly word: string; readonly weight: number }[] = [];
  let other = 0;
  for (const [at, word] of has.terms.entries()) {
    while (other < lacks.terms.length && lacks.terms[other]! < word) other += 1;
    if (lacks.terms[other] === word || !isWord(word) || stopWords.has(word)) continue;
    const candidate = { word, weight: Math.log(1 + has.counts[at]!) * weight(word) };
    if (best.length === mostWords && best.at(-1)!.weight >= candidate.weight) continue;
    const place = best.findIndex((one) => one.weight < candidate.weight);
    best.splice(place < 0 ? best.length : place, 0, candidate);
    if (best.length > mostWords) best.pop();
  }
  return [...new Set(best.map(({ word }) => printableStart(word, longestWord)))];
}
