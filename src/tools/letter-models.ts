import { COST_STEP, FIRST_COST, type LetterModel } from "../read/coding/letter-models.js";

/** Highest cost that fits into one printable character. */
const HIGHEST_COST = 60;

const costOf = (share: number): number =>
  Math.min(HIGHEST_COST, Math.round(-Math.log(share) / COST_STEP));

/** Words with their shares of running text. */
export type WordShares = Iterable<readonly [word: string, share: number]>;

/**
 * Exponent that gives rare words more weight. The word lists end before very rare words, whose pairs of letters
 * resemble those of the rarest words in the lists.
 */
const FLATTENED = 0.6;
/** Minimum share of a letter. Rarer letters come from foreign words. */
const RAREST_LETTER = 1e-4;
/** Weight of the overall frequency of a letter, relative to its frequency after the preceding letter. */
const SMOOTHED = 0.02;
/** Weight for lists with fewer words than {@link FEW_WORDS}, in which many pairs are missing. */
const SMOOTHED_MORE = 0.3;
const FEW_WORDS = 1_000;

/** Makes the model of a language whose letters take one byte each. */
export function letterModelOf(words: WordShares): LetterModel {
  const shares = new Map<string, number>();
  const pairs = new Map<string, number>();
  let total = 0;
  let count = 0;
  for (const [word, share] of words) {
    count++;
    const weight = share ** FLATTENED;
    const text = Array.from(` ${word.toLowerCase()} `);
    for (let at = 1; at < text.length; at++) {
      addToSum(pairs, text[at - 1]! + text[at]!, weight);
      addToSum(shares, text[at]!, weight);
      total += weight;
    }
  }
  const letters = [...shares.keys()]
    .filter(
      (letter) => /^[\p{L}\p{M}]$/u.test(letter) && shares.get(letter)! > RAREST_LETTER * total,
    )
    .sort();
  const all = [" ", ...letters];
  const smoothed = count < FEW_WORDS ? SMOOTHED_MORE : SMOOTHED;
  let costs = "";
  for (const first of all) {
    const shareOf = (next: string): number =>
      (1 - smoothed) * ((pairs.get(first + next) ?? 0) / shares.get(first)!) +
      smoothed * (shares.get(next)! / total);
    // The shares of marked Latin letters are relative to their own total. Every compared word has such a letter,
    // because words without one are left out.
    const marked = letters.filter((letter) => letter >= "\x80").map(shareOf);
    const among = marked.reduce((sum, share) => sum + share, 0);
    for (const next of all) {
      const cost = costOf(next < "\x80" ? shareOf(next) : shareOf(next) / among);
      costs += String.fromCharCode(FIRST_COST + cost);
    }
  }
  return { letters: letters.join(""), costs };
}

/** Makes the model of a language whose characters take two bytes each. It has the characters by their costs. */
export function characterModelOf(words: WordShares): string[] {
  const shares = new Map<string, number>();
  let total = 0;
  for (const [word, share] of words) {
    for (const character of word) {
      if (character < "\x80") continue;
      addToSum(shares, character, share ** FLATTENED);
      total += share ** FLATTENED;
    }
  }
  const byCost: string[] = [];
  for (const [character, share] of [...shares].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const cost = costOf(share / total);
    while (byCost.length <= cost) byCost.push("");
    byCost[cost] = `${byCost[cost]}${character}`;
  }
  return byCost;
}

function addToSum(sums: Map<string, number>, key: string, more: number): void {
  sums.set(key, (sums.get(key) ?? 0) + more);
}
