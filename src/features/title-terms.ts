import { readOutline } from "../preprocess/outline.js";
import type { Feature } from "../types.js";
import { isTexts } from "./value-shapes.js";

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/**
 * Words of the page's title in lower case, each once, in code unit order; pairs of neighbouring characters where a
 * script puts no spaces. A title has few words: neither stems nor stop words would leave enough of it.
 */
export const titleTerms: Feature<readonly string[]> = {
  keyword: "title-terms",
  summary: "Words of the page's title.",

  extract: (page) => [...new Set(wordsOf(readOutline(page).title))].sort(),
  isValue: isTexts,
  isEmpty: (value) => value.length === 0,
};

function wordsOf(title: string): string[] {
  const runs =
    title
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return runs.flatMap((run) => {
    if (!unspaced.test(run)) return run.length > 1 ? [run] : [];
    const characters = Array.from(run);
    if (characters.length === 1) return characters;
    return characters.slice(1).map((character, at) => `${characters[at]!}${character}`);
  });
}
