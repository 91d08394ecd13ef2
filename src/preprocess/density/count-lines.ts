import { codePoints } from "../code-points.js";

/** Words and lines of a text wrapped at some width. */
export interface LineCounts {
  /** All words. */
  readonly words: number;
  /** Words that begin on lines that count: all but the last where there is more than one. */
  readonly tokens: number;
  /** Lines that count. */
  readonly lines: number;
}

/** Scripts that are written without spaces between words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segmenter = new Intl.Segmenter("und", { granularity: "word" });

/** Longer texts without spaces are cut into words in pieces, which bounds the segmenter's memory. */
const pieceLength = 4096;

/**
 * Wraps a text at `width` characters (code points), at white space and, in scripts that have none, between words; a
 * longer word fills as many lines as it needs and counts on the first. The last line is unfilled and does not count,
 * unless it is the only one (Kohlschütter and Nejdl, CIKM 2008).
 */
export function countLines(text: string, width: number): LineCounts {
  const lines = new LineWrapper(width);
  for (const piece of text.matchAll(/\S+/gu)) {
    const [run] = piece;
    lines.space();
    if (!spaceless.test(run)) {
      lines.add(codePoints(run), true);
      continue;
    }
    for (let at = 0; at < run.length; at += pieceLength) {
      for (const { segment, isWordLike } of segmenter.segment(run.slice(at, at + pieceLength))) {
        lines.add(codePoints(segment), isWordLike === true);
      }
    }
  }
  return lines.finish();
}

class LineWrapper {
  readonly #width: number;
  #column = 0;
  #space = 0;
  #lines = 1;
  #words = 0;
  #wordsBefore = 0;

  constructor(width: number) {
    this.#width = width;
  }

  space(): void {
    this.#space = this.#column > 0 ? 1 : 0;
  }

  add(length: number, isWord: boolean): void {
    if (this.#column > 0 && this.#column + this.#space + length > this.#width) this.#wrap(1);
    if (isWord) this.#words += 1;
    const end = this.#column + this.#space + length;
    const full = Math.floor((end - 1) / this.#width);
    if (full > 0) this.#wrap(full);
    this.#column = end - full * this.#width;
    this.#space = 0;
  }

  finish(): LineCounts {
    const one = this.#lines === 1;
    return {
      words: this.#words,
      tokens: one ? this.#words : this.#wordsBefore,
      lines: one ? 1 : this.#lines - 1,
    };
  }

  #wrap(lines: number): void {
    this.#lines += lines;
    this.#wordsBefore = this.#words;
    this.#column = 0;
    this.#space = 0;
  }
}
