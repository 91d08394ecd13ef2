/** A page with more bytes holds each distinct word once, and is refused when it has more of them than {@link mostWords}. */
const largePage = 1 << 22;
/** A dictionary of a language has half as many. */
const mostWords = 1_000_000;

/** Takes words, in order. */
export interface WordSink {
  push(word: string): void;
}

/** The words of a page, in order. */
export class WordList implements WordSink {
  readonly words: string[] = [];
  readonly #distinct: Map<string, string> | undefined;

  /** `pageBytes`: the size of the page. Of a large one, `push` throws a `RangeError` for too many distinct words. */
  constructor(pageBytes = 0) {
    this.#distinct = pageBytes > largePage ? new Map() : undefined;
  }

  push(word: string): void {
    this.words.push(this.#distinct === undefined ? word : kept(word, this.#distinct));
  }
}

function kept(word: string, distinct: Map<string, string>): string {
  const known = distinct.get(word);
  if (known !== undefined) return known;
  if (distinct.size >= mostWords) {
    throw new RangeError(`it has more than ${mostWords} distinct words`);
  }
  distinct.set(word, word);
  return word;
}
