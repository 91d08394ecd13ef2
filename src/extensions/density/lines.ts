import { codePoints, spaceless } from "../../page/words/characters.js";

/** Made at the first use, because it takes a twentieth of the time in which a command starts. */
let sentenceSegmenter: Intl.Segmenter | undefined;

/** Maximum length of text without spaces that is segmented at once, which bounds the memory of the segmenter. */
const partLength = 4096;

/** Words and punctuation marks, between which a line may break. Each is a number: see {@link pieceOf}. */
type Pieces = readonly number[];

export interface PiecedText {
  readonly pieces: Pieces;
  readonly linkWords: number;
}

/** Packs into a number the length of a piece in characters, whether it is a word, and whether a space precedes it. */
const pieceOf = (length: number, isWord: boolean, spaced: boolean): number =>
  length * 4 + (isWord ? 2 : 0) + (spaced ? 1 : 0);

/**
 * Cuts a text at white space and, in scripts written without spaces, between words. `links` has the start and end of
 * each range of the text inside a link, in order.
 */
export function cutIntoPieces(text: string, links: readonly number[] = []): PiecedText {
  const pieces: number[] = [];
  let linkWords = 0;
  let link = 0;
  const add = (at: number, length: number, isWord: boolean, spaced: boolean): void => {
    pieces.push(pieceOf(length, isWord, spaced));
    while (link < links.length && links[link + 1]! <= at) link += 2;
    if (isWord && link < links.length && links[link]! <= at) linkWords += 1;
  };
  for (const found of text.matchAll(/\S+/gu)) {
    const [run] = found;
    if (!spaceless.test(run)) {
      add(found.index, codePoints(run), true, true);
      continue;
    }
    sentenceSegmenter ??= new Intl.Segmenter("und", { granularity: "word" });
    let spaced = true;
    for (let from = 0; from < run.length; from += partLength) {
      const part = run.slice(from, from + partLength);
      for (const { segment, index, isWordLike } of sentenceSegmenter.segment(part)) {
        add(found.index + from + index, codePoints(segment), isWordLike === true, spaced);
        spaced = false;
      }
    }
  }
  return { pieces, linkWords };
}

/** State of wrapping a text at a certain width. More text can be wrapped from this state. */
export interface Wrapped {
  /** Number of characters on the last line. */
  readonly column: number;
  readonly lines: number;
  readonly words: number;
  /** Number of words that begin before the last line. */
  readonly wordsBefore: number;
}

const nothing: Wrapped = { column: 0, lines: 1, words: 0, wordsBefore: 0 };

/**
 * Continues wrapping at `width` characters (code points). A word longer than a line fills as many lines as it needs,
 * and is counted on the first of them.
 */
export function wrapOn(texts: Iterable<Pieces>, width: number, from: Wrapped = nothing): Wrapped {
  let { column, lines, words, wordsBefore } = from;
  for (const pieces of texts) {
    for (const piece of pieces) {
      const length = Math.floor(piece / 4);
      const space = (piece & 1) === 1 && column > 0 ? 1 : 0;
      let start = column + space;
      if (column > 0 && start + length > width) {
        lines += 1;
        wordsBefore = words;
        start = 0;
      }
      if ((piece & 2) === 2) words += 1;
      const full = Math.floor((start + length - 1) / width);
      if (full > 0) {
        lines += full;
        wordsBefore = words;
      }
      column = start + length - full * width;
    }
  }
  return { column, lines, words, wordsBefore };
}

/**
 * Returns the text density, in words per line. The last line is not full and does not count, unless it is the only one
 * (Kohlschütter and Nejdl, CIKM 2008; equation 1a of Levacher, Lawless and Wade, CIKM 2012).
 */
export const densityOf = ({ lines, words, wordsBefore }: Wrapped): number =>
  lines === 1 ? words : wordsBefore / (lines - 1);
