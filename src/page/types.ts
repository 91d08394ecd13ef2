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
  /** What it was read as (`--formats`). */
  readonly format: DocumentFormat;
  /**
   * The body decoded to text, as a browser would decode it. Throws `NotDefined` where the format is not HTML: what needs
   * markup has no value there.
   */
  readonly html: string;
  /** The WHATWG name of the encoding and where it was found. */
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
   * How often each of those words occurs, in order of first appearance; normalised: each of their terms, in code unit
   * order.
   */
  countTerms(options: TokenOptions, termOptions?: TermOptions): CountedTerms;
  /** Fallbacks taken so far. */
  readonly notes: readonly string[];
}

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
export interface TermOptions {
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

/** The boilerplate removers that everybody has. */
export type RemoverKeyword = "all-paragraphs" | "density" | "justext" | "none" | "readability";

/** The keyword of a definition of one's own, beside those that a type lists. */
export type OwnKeyword = string & Record<never, never>;

/** A way of taking the boilerplate out of a page; its keyword is what is typed in `--boilerplate`. */
export interface BoilerplateRemover {
  readonly keyword: string;
  readonly title: string;
  readonly summary: string;
  /** Set where it is not ours but of a plug-in. */
  readonly plugin?: PluginModule;
  /** False only for `none`: the value of "removed boilerplate" in the output. */
  readonly removes: boolean;
  /**
   * The text that is left; empty when all of the page is boilerplate. `options` is what follows the keyword and a
   * colon.
   */
  extract(page: Page, language: string, options?: string): string;
}

/** A feature and the options it is computed with: plain data, so that it can be sent to a worker. */
export interface FeatureRequest {
  readonly feature: string;
  readonly options: JsonObject;
}

/**
 * A small JSON-safe value taken from a memento once, however many measures ask for it.
 * `extract` is pure; it runs wherever the page is (a worker, a mapper).
 */
export interface Feature<V extends Json = Json> {
  readonly keyword: string;
  readonly summary: string;
  /** Set where it is not ours but of a plug-in. */
  readonly plugin?: PluginModule;
  /** Takes the value from a page. */
  extract(page: Page, options: JsonObject): V;
  /** True for what `extract` and `normalise` can yield: records of other processes are looked at before use. */
  isValue?(value: unknown): boolean;
  /** True when nothing is left to compare: as the first memento's value it makes every score an error. */
  isEmpty(value: V): boolean;
  /**
   * Second half for what is only known once the TimeMap is together (its language): stems and stop words.
   * Run in the mapper already where the language is fixed.
   */
  normalise?(value: V, options: JsonObject, language: string): V;
  /** What {@link normalise} makes of what {@link extract} yields, where doing both at once is faster. */
  extractNormalised?(page: Page, options: JsonObject, language: string): V;
  /** Loads what {@link extract} needs (the language detector's table): called once in each thread, before any page. */
  load?(): Promise<unknown>;
}

/** A memento reduced to what the chosen measures need: the line between map and reduce. */
export interface FeatureRecord {
  /** Grouping key: SURT of the URI-R, or the URI-R itself. */
  readonly key: string;
  /** Orders captures of one key and datetime: WARC path and offset, or URI-M. */
  readonly tie: string;
  readonly capture: Capture;
  /** Set when the memento failed; then there are no features. */
  readonly problem?: Problem;
  /** One outcome for each request of the run's extraction plan, in its order. */
  readonly features: readonly Outcome<Json>[];
}

/** The records of one TimeMap, oldest first; can be gone through again and again. */
export interface RecordGroup {
  readonly key: string;
  /** The records, from the first one on, at each call. */
  records(): Iterable<FeatureRecord>;
  /** The record at a position; undefined for a position without one. */
  at(position: number): FeatureRecord | undefined;
}

/** A kind of page that a memento says it is, 0 to 1 how plainly, and the words or marks that gave it away. */
export type Sign = {
  readonly kind: string;
  readonly strength: number;
  readonly marks: readonly string[];
};
