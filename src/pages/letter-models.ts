/** The costs of the pairs of letters of a language; a cost is the negative logarithm of a share, in steps of {@link COST_STEP}. */
export interface LetterModel {
  /** Small letters. In {@link costs} the first place is that of everything else between words, and theirs follow. */
  readonly letters: string;
  /** A row for each letter with the costs of what follows it, each as the character of {@link costAt}. */
  readonly costs: string;
}

/** What the charset detector knows, by language (BCP 47). */
export interface CharsetModels {
  readonly letters: Readonly<Record<string, LetterModel>>;
  /** For a script of thousands of characters: the characters that cost as much as the place in the list, in steps. */
  readonly characters: Readonly<Record<string, readonly string[]>>;
}

/** A quarter of a nat: the digits of a cost fit one printable character. */
export const COST_STEP = 0.25;
const FIRST_COST = "0".charCodeAt(0);
const HIGHEST_COST = 60;

/** The cost that the character at this place stands for, in steps. */
export const costAt = (costs: string, at: number): number => costs.charCodeAt(at) - FIRST_COST;

const costOf = (share: number): number =>
  Math.min(HIGHEST_COST, Math.round(-Math.log(share) / COST_STEP));

/** Words with their shares of running text. */
export type WordShares = Iterable<readonly [word: string, share: number]>;

/**
 * Rare words are counted as if they were more frequent: the lists hold no rarer ones, and the pairs of letters of those
 * are like theirs. This exponent and the next share were chosen on pages of other collections.
 */
const FLATTENED = 0.6;
/** Letters that are rarer in a list are from foreign words. */
const RAREST_LETTER = 1e-4;
/** Share of what follows a letter that is given by how frequent letters are at all. */
const SMOOTHED = 0.02;

/** The model of a language whose letters have a byte each. */
export function letterModelOf(words: WordShares): LetterModel {
  const shares = new Map<string, number>();
  const pairs = new Map<string, number>();
  let total = 0;
  for (const [word, share] of words) {
    const weight = share ** FLATTENED;
    const text = [" ", ...word.toLowerCase(), " "];
    for (let at = 1; at < text.length; at++) {
      add(pairs, text[at - 1]! + text[at]!, weight);
      add(shares, text[at]!, weight);
      total += weight;
    }
  }
  const letters = [...shares.keys()]
    .filter((letter) => /^[\p{L}\p{M}]$/u.test(letter) && shares.get(letter)! > RAREST_LETTER * total)
    .sort();
  const all = [" ", ...letters];
  let costs = "";
  for (const first of all) {
    const shareOf = (next: string): number =>
      (1 - SMOOTHED) * ((pairs.get(first + next) ?? 0) / shares.get(first)!) +
      SMOOTHED * (shares.get(next)! / total);
    // Only words with letters beyond ASCII are compared, so a Latin letter with a mark is compared with others.
    const marked = letters.filter((letter) => letter >= "\x80").map(shareOf);
    const among = marked.reduce((sum, share) => sum + share, 0);
    for (const next of all) {
      const cost = costOf(next < "\x80" ? shareOf(next) : shareOf(next) / among);
      costs += String.fromCharCode(FIRST_COST + cost);
    }
  }
  return { letters: letters.join(""), costs };
}

/** The model of a language whose characters have two bytes each: how frequent each is. */
export function characterModelOf(words: WordShares): string[] {
  const shares = new Map<string, number>();
  let total = 0;
  for (const [word, share] of words) {
    for (const character of word) {
      if (character < "\x80") continue;
      add(shares, character, share ** FLATTENED);
      total += share ** FLATTENED;
    }
  }
  const byCost: string[] = [];
  for (const [character, share] of [...shares].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const cost = costOf(share / total);
    while (byCost.length <= cost) byCost.push("");
    byCost[cost] += character;
  }
  return byCost;
}

function add(sums: Map<string, number>, key: string, more: number): void {
  sums.set(key, (sums.get(key) ?? 0) + more);
}
