/** One block of text of a page, as jusText cuts them (justext.core.ParagraphMaker). */
export interface Paragraph {
  readonly text: string;
  /** Path of tag names from the root, joined by dots. */
  readonly domPath: string;
  /** Characters of the paragraph that stand inside links. */
  readonly linkCharacters: number;
  readonly tagCount: number;
  readonly isHeading: boolean;
}

/** One memento under the knife. Each level is computed on first use and dropped with the page. */
export interface Page {
  /** The HTTP body with transfer and content codings undone. */
  readonly bytes: Uint8Array;
  /** The body decoded to text, as a browser would decode it. */
  readonly html: string;
  /** The WHATWG name of the encoding and what told it. */
  readonly charset: { readonly name: string; readonly from: CharsetEvidence };
  /** jusText's segmentation: shared by the removers that start from it. */
  readonly paragraphs: readonly Paragraph[];
  /** All text of the body, markup, scripts and styles left out, one text block a line. */
  readonly bodyText: string;
  /**
   * Text left by a remover; falls back to `all-paragraphs` (with a note) when it leaves nothing of a page that has
   * text.
   */
  text(boilerplate: string, language: string): string;
  /** Words of `text(...)`, unstemmed, stop words included; `lowerCase` folds the text before it is split. */
  tokens(options: TokenOptions): readonly string[];
  /**
   * How often each of those words occurs, in order of first appearance; settled: each of their terms, in code unit
   * order.
   */
  countTerms(options: TokenOptions, settling?: Settling): CountedTerms;
  /** Fallbacks taken so far. */
  readonly notes: readonly string[];
}

/** What told the encoding of a page, in the order in which browsers believe it. */
export type CharsetEvidence = "bom" | "header" | "meta" | "detected" | "default";

/** Which words of a page are asked for. */
export interface TokenOptions {
  /** Keyword of a boilerplate remover; options of its own may follow: `density:vmax=0.5`. */
  readonly boilerplate: string;
  /** BCP 47 language of stop list and segmenter. */
  readonly language: string;
  readonly lowerCase: boolean;
}

/** Whether words are stemmed; "lancaster": English ones by the Lancaster stemmer in place of Porter's. */
export type Stemming = boolean | "lancaster";

/** What becomes of tokens before they are compared. */
export interface Settling {
  readonly stem: Stemming;
  readonly stopWords: boolean;
  /** BCP 47; chooses stemmer, stop words and normal forms. */
  readonly language: string;
  /** In place of the language's own. */
  readonly stopWordList?: StopWordList;
  /** Tokens of fewer characters (code points) go. */
  readonly minTokenLength?: number;
}

/** Stop words of the user's own. */
export type StopWordList = {
  /** SHA-256 of the words, 16 hexadecimal digits. */
  readonly digest: string;
  /** In code unit order, each once. */
  readonly words: readonly string[];
};

/**
 * Distinct terms and how often each occurs, in parallel lists. Lists, not an object: pages do contain the word
 * "constructor".
 */
export type CountedTerms = {
  readonly terms: readonly string[];
  readonly counts: readonly number[];
};

/** A way of taking the boilerplate out of a page; its keyword is what is typed in `--boilerplate`. */
export interface BoilerplateRemover {
  readonly keyword: string;
  readonly title: string;
  readonly summary: string;
  /** False only for `none`: the value of "removed boilerplate" in the output. */
  readonly removes: boolean;
  /**
   * The text that is left; empty when all of the page is boilerplate. `options` is what follows the keyword and a
   * colon.
   */
  extract(page: Page, language: string, options?: string): string;
}
