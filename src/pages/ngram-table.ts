import { memoise } from "../math/memo.js";

/** How usual each group of letters is in each language, as the language detector keeps it. */
export type Ngrams = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Added to both numbers of a pair, so that neither is a character that divides. */
const SHIFT = 11;
const NGRAMS_REMEMBERED = 50_000;

/** The table as text: a line for each group of letters, sorted, with a pair of characters for each language. */
export function packNgrams(ngrams: Ngrams): string {
  return Object.keys(ngrams)
    .sort()
    .map((ngram) => {
      const pairs = Object.entries(ngrams[ngram]!).flatMap(([language, frequency]) => [
        Number(language) + SHIFT,
        frequency + SHIFT,
      ]);
      return `${ngram}\t${String.fromCharCode(...pairs)}\n`;
    })
    .join("");
}

/**
 * A table to look up in, from its text. As objects the 100,000 entries take 200 MB and half a second to load; a run
 * looks up a few thousand of them.
 */
export function readNgrams(text: string): Ngrams {
  const lookUp = memoise((ngram) => find(text, ngram), NGRAMS_REMEMBERED);
  return new Proxy({}, { get: (_, ngram) => lookUp(String(ngram)) });
}

function find(text: string, ngram: string): Readonly<Record<string, number>> | undefined {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = middle === 0 ? 0 : text.lastIndexOf("\n", middle - 1) + 1;
    const tab = text.indexOf("\t", start);
    const end = text.indexOf("\n", tab);
    const there = text.slice(start, tab);
    if (there === ngram) return pairs(text.slice(tab + 1, end));
    if (there < ngram) low = end + 1;
    else high = start;
  }
  return undefined;
}

function pairs(text: string): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (let at = 0; at < text.length; at += 2) {
    found[text.charCodeAt(at) - SHIFT] = text.charCodeAt(at + 1) - SHIFT;
  }
  return found;
}
