import type { Sign } from "../types.js";

/** A word, mark or address that shows that a page is of a kind. */
export interface Find {
  readonly place: "title" | "heading" | "text" | "markup" | "forwards to";
  readonly mark: string;
  readonly weight: number;
}

/** Maximum number of finds kept per kind, and of marks reported. */
export const mostFinds = 40;
const mostMarks = 5;

/** Combines the best find of each position: `1 - Π(1 - weight)`. */
export function summed(kind: string, finds: readonly Find[], title: string | undefined): Sign {
  const best = new Map<Find["place"], number>();
  for (const { place, weight } of finds) best.set(place, Math.max(weight, best.get(place) ?? 0));
  const doubt = [...best.values()].reduce((product, weight) => product * (1 - weight), 1);
  const marks = finds
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ place, mark }) => `${place}: ${mark}`);
  return {
    kind,
    strength: Math.round((1 - doubt) * 1000) / 1000,
    marks: [...new Set(marks)].slice(0, mostMarks),
    ...(title !== undefined && { title }),
  };
}

/** Minimum length of the text of a long page, in which ideographs are counted. */
export const longPage = 4_000;

const ideograph = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;

/** A character of a syllabic or ideographic script counts three times, because it carries more information. */
export function weightedLength(text: string): number {
  return text.length + 2 * (text.slice(0, longPage).match(ideograph)?.length ?? 0);
}

/** Number of different words of spam that make a title advertising, and the weight of such a title. */
const fewestInTitle = 2;
const OF_TITLE = 0.8;

/**
 * The weight rises as the share of these words grows from 0.5% to 2.5% of all words. Occurrences in the title add to
 * it.
 */
export function spamFinds(
  titleWords: readonly { readonly word: string }[],
  textWords: readonly { readonly word: string }[],
  text: string,
): Find[] {
  const inTitle = new Set(titleWords.map(({ word }) => word));
  const counts = new Map<string, number>();
  for (const { word } of textWords) counts.set(word, (counts.get(word) ?? 0) + 1);
  // Whoever takes over a page advertises in its title, even where its body stays.
  if (inTitle.size >= fewestInTitle) {
    return [...inTitle].slice(0, mostMarks).map((word) => ofWord("title", word, OF_TITLE));
  }
  if (new Set([...counts.keys(), ...inTitle]).size < 3) return [];
  const words = Math.max(20, weightedLength(text) / 6);
  const density = Math.min(1, Math.max(0, (textWords.length / words - 0.005) / 0.02));
  const weight = 0.8 * density * Math.min(1, (counts.size - 1) / 4);
  if (weight < 0.01) return [];
  const marks = [...counts].sort((a, b) => b[1] - a[1]).slice(0, mostMarks);
  return [
    ...marks.map(([word]) => ofWord("text", word, weight)),
    ...[...inTitle].map((word) => ofWord("title", word, Math.min(0.6, weight))),
  ];
}

/** Returns the find of a counted word. Its asterisk stands for any ending. */
export function ofWord(place: Find["place"], word: string, weight: number): Find {
  return { place, mark: word.replace("*", ""), weight };
}

/** Words of filler text. The text of every known generator contains at least one of them. */
const usualFiller = ["ipsum", "vestibulum", "dapibus", "adipis"];
/** Minimum number of words of filler text. */
const fewestFiller = 10;

/** Up to three letters of other scripts count as one word. */
const latinWords = /\p{sc=Latin}+|[^\P{L}\p{sc=Latin}]{1,3}/gu;

/** Average number of characters of a word of filler text with the space after it. */
export const fillerLength = 7;

/** Counts the words of a text and those of filler text (Lorem ipsum). */
export function countFiller(
  filler: ReadonlySet<string>,
  text: string,
): { readonly words: number; readonly filled: number } {
  if (!usualFiller.some((word) => text.includes(word))) return { words: 0, filled: 0 };
  const words = text.match(latinWords) ?? [];
  return { words: words.length, filled: words.filter((word) => filler.has(word)).length };
}

/** Returns a find for filler text. The weight rises as its share grows from 45% to 55% of all words. */
export function fillerFinds(words: number, filled: number): Find[] {
  const weight = 0.8 * Math.min(1, Math.max(0, (filled / words - 0.45) / 0.1));
  if (filled < fewestFiller || weight < 0.01) return [];
  return [{ place: "text", mark: `${filled} of ${words} words are filler text`, weight }];
}
