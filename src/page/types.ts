import type {
  Capture,
  CountedTerms,
  DocumentFormat,
  Json,
  JsonObject,
  Outcome,
  PluginModule,
  Problem,
} from "../base/types.js";
import type { CharsetEvidence } from "../read/types.js";

/** Block of text of a page, as cut by jusText (justext.core.ParagraphMaker). */
export interface Paragraph {
  /** Words that a browser shows apart are apart. */
  readonly text: string;
  /** The text as jusText has it, without the white space between tags, if that is another one. */
  readonly joined?: string | undefined;
  /** Tag names from the root, joined by dots. */
  readonly domPath: string;
  /** Number of characters inside links. */
  readonly linkCharacters: number;
  readonly isHeading: boolean;
}

/** Page of a memento. Each property is computed on first use and dropped with the page. */
export interface Page {
  /** HTTP body with transfer and content codings decoded. */
  readonly bytes: Uint8Array;
  /** Format in which the page was read (`--formats`). */
  readonly format: DocumentFormat;
  /**
   * The body decoded to text as browsers decode it. Throws `NotDefined` if the format is not HTML, so that values that
   * need markup are not defined.
   */
  readonly html: string;
  /**
   * Set if only the text of a page is there, as in a WET file, so that what it lacks shows nothing of the page. The title is
   * empty if it is not known.
   */
  readonly extracted?: { readonly title: string } | undefined;
  /** Header `Refresh` of the answer, which browsers read like the element meta. */
  readonly refresh?: string | undefined;
  /** WHATWG name of the encoding, and where it was declared. */
  readonly charset: { readonly name: string; readonly from: CharsetEvidence };
  /** Paragraphs by jusText's segmentation, shared by the removers that need them. */
  readonly paragraphs: readonly Paragraph[];
  /** All text of the body without markup, scripts and styles, one block per line. */
  readonly bodyText: string;
  /**
   * Returns the text that a remover leaves. If it leaves nothing of a page with text, returns the result of
   * `all-paragraphs` and adds a note.
   */
  text(boilerplate: string, language: string): string;
  /**
   * Returns the words of `text(...)`, unstemmed and with stop words. With `lowerCase` the text is folded before it is
   * split.
   */
  tokens(options: TokenOptions): readonly string[];
  /**
   * Returns the number of occurrences of each word of `text(...)`, in order of first appearance. With `termOptions` it
   * returns the numbers for the terms of these words, in code unit order.
   */
  countTerms(options: TokenOptions, termOptions?: TermOptions): CountedTerms;
  /** Notes about fallbacks used so far. */
  readonly notes: readonly string[];
}

/** Options that select the words of a page. */
export interface TokenOptions {
  /** Keyword of a boilerplate remover, which may be followed by its options: `density:vmax=0.5`. */
  readonly boilerplate: string;
  /** BCP 47 tag of the language of stop list and segmenter. */
  readonly language: string;
  readonly lowerCase: boolean;
}

/** True if words are stemmed. "lancaster" stems English words with the Lancaster stemmer instead of Porter's. */
export type Stemming = boolean | "lancaster";

/** Options for turning tokens into the terms to compare. */
export interface TermOptions {
  readonly stem: Stemming;
  readonly stopWords: boolean;
  /** BCP 47 tag, which selects stemmer, stop words and normal forms. */
  readonly language: string;
  /** Replaces the stop words of the language. */
  readonly stopWordList?: StopWordList;
  /** Minimum length of a token in characters (code points). Shorter tokens are dropped. */
  readonly minTokenLength?: number;
}

/** Stop words that the user provides. */
export type StopWordList = {
  /** First 16 hexadecimal digits of the SHA-256 digest of the words. */
  readonly digest: string;
  /** Distinct words in code unit order. */
  readonly words: readonly string[];
};

/** Keywords of the built-in boilerplate removers. */
export type RemoverKeyword =
  | "all-paragraphs"
  | "density"
  | "justext"
  | "none"
  | "paragraphs"
  | "readability";

/** Keyword of a plug-in's definition, in addition to the keywords that a type lists. */
export type OwnKeyword = string & Record<never, never>;

/** Method of removing the boilerplate of a page. Its keyword is the value of `--boilerplate`. */
export interface BoilerplateRemover {
  readonly keyword: string;
  readonly title: string;
  readonly summary: string;
  /** Set for a definition of a plug-in. */
  readonly plugin?: PluginModule;
  /** Value of "removed boilerplate" in the output. False only for `none`. */
  readonly removes: boolean;
  /**
   * Returns the values of the settings as text, which is empty for the defaults. Throws a `UsageError` for an invalid
   * value.
   */
  optionsOf?(choices: object): string;
  /**
   * Returns the remaining text, which is empty if the whole page is boilerplate. `options` is the text after the
   * keyword and a colon, as `optionsOf` returned it.
   */
  extract(page: Page, language: string, options?: string): string;
}

/** A feature with the options to compute it. It is plain data, so that it can be sent to a worker thread. */
export interface FeatureRequest {
  readonly feature: string;
  readonly options: JsonObject;
}

/**
 * Definition of a feature, which is a small JSON-safe value. It is extracted from each memento once, even if several
 * measures request it. `extract` must be pure. It runs where the page is, for example in a worker thread.
 */
export interface Feature<V extends Json = Json> {
  readonly keyword: string;
  readonly summary: string;
  /** Set for a definition of a plug-in. */
  readonly plugin?: PluginModule;
  /** Computes the value for a page. */
  extract(page: Page, options: JsonObject): V;
  /**
   * True for values that `extract` and `normalise` may return. Records of other processes are checked with it before
   * they are used.
   */
  isValue?(value: unknown): boolean;
  /** True if there is nothing to compare. If the first memento has such a value, no score is defined. */
  isEmpty(value: V): boolean;
  /**
   * Second step, for settings that depend on the whole TimeMap (its language): stemming and stop words. If the language
   * is fixed, this step runs together with {@link extract}.
   */
  normalise?(value: V, options: JsonObject, language: string): V;
  /** Does {@link extract} and {@link normalise} in one step, for features for which this is faster. */
  extractNormalised?(page: Page, options: JsonObject, language: string): V;
}

/** A memento reduced to the data that the chosen measures need, which map passes to reduce. */
export interface FeatureRecord {
  /** Grouping key: SURT of the URI-R, or the URI-R itself. */
  readonly key: string;
  /** Sort key for captures of the same key and datetime: WARC path and offset, or URI-M. */
  readonly tie: string;
  readonly capture: Capture;
  /** Problem of a memento that failed. The memento then has no features. */
  readonly problem?: Problem;
  /** One outcome for each request of the run's extraction plan, in the same order. */
  readonly features: readonly Outcome<Json>[];
}

/** Records of one TimeMap, oldest first. They can be read repeatedly. */
export interface RecordGroup {
  readonly key: string;
  /** Returns all records, beginning with the first. */
  records(): Iterable<FeatureRecord>;
  /** Returns the record at a position. Returns undefined if the position has no record. */
  at(position: number): FeatureRecord | undefined;
}

/** Kind of page that a memento says it is, with the strength of the evidence (0 to 1) and the words or marks found. */
export type Sign = {
  readonly kind: string;
  readonly strength: number;
  readonly marks: readonly string[];
  /** Title for people that the user's file of signs gives to this kind. */
  readonly title?: string;
};

/** Signs of the user, in addition to the built-in signs. */
export type OwnSigns = {
  /** First 16 hexadecimal digits of the SHA-256 digest of the kinds. */
  readonly digest: string;
  readonly kinds: readonly OwnSignKind[];
};

/**
 * A kind of page in a user's file of signs. It is a new kind, or adds phrases to a built-in kind. Phrases are in lower
 * case.
 */
export type OwnSignKind = {
  readonly kind: string;
  readonly title?: string;
  readonly strong: readonly string[];
  readonly weak: readonly string[];
  /** Words to count, for kinds that are found by counting. */
  readonly words: readonly string[];
  /** Pieces of markup. */
  readonly markup: readonly string[];
};
