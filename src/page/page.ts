import type { CountedTerms, DocumentFormat } from "../base/types.js";
import type { CharsetEvidence } from "../read/types.js";
import type { BoilerplateRemover, Page, Paragraph, TermOptions, TokenOptions } from "./types.js";
import { Failed, nameOf, NotDefined } from "../base/failures.js";
import { removers } from "./boilerplate/index.js";
import { withFrames } from "./html/frame-documents.js";
import { isBlank } from "./words/characters.js";
import { type DecodedText, decodeText } from "../read/coding/charset.js";
import { countNormalisedWords } from "./words/terms.js";
import { makeParagraphs, readBodyText } from "./text.js";
import { foldTokens, tokenize } from "./words/tokenize.js";
import type { WordList } from "./words/word-list.js";

interface PageFacts {
  /** Charset that the archive guessed. */
  readonly guessedCharset?: string | undefined;
  /** Text that a browser displayed, or the text of a PDF. */
  readonly rendered?: string | undefined;
  /** Header `Refresh` of the answer. */
  readonly refresh?: string | undefined;
  /** Default: HTML. */
  readonly format?: DocumentFormat | undefined;
  /** Set for a plain text of which each line is a block. If it is `titled`, the first one is the title. */
  readonly lines?: "titled" | "untitled" | undefined;
  /** Available boilerplate removers. Default: the built-in ones and those of plug-ins. */
  readonly removers?: readonly BoilerplateRemover[] | undefined;
}

/** Everything is computed on first use and only once. No input makes this function throw. */
export function openPage(
  bytes: Uint8Array,
  contentType: string | undefined,
  facts: PageFacts = {},
): Page {
  return new LazyPage(bytes, contentType, facts);
}

/**
 * Returns plain text in the form of displayed text, one paragraph per line.
 */
const shownText = (text: string, separator: RegExp): string =>
  text
    .split(separator)
    .map((block) => block.replace(/\s+/gu, " ").trim())
    .filter((block) => block !== "")
    .join("\n");

const BLANK_LINES = /(?:\r?\n|\r)[ \t]*(?:\r?\n|\r)|\f/u;
const LINES = /[\r\n\f]/u;

const fallback = "all-paragraphs";

const WITHOUT_MARKUP = {
  text: "plain text",
  pdf: "a PDF",
  zip: "a zip file",
  feed: "a feed",
  json: "JSON",
  sitemap: "a sitemap",
} as const;

class LazyPage implements Page {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  readonly refresh: string | undefined;
  readonly notes: string[] = [];
  readonly #contentType: string | undefined;
  readonly #facts: PageFacts;
  #rendered: string | undefined;
  #decoded: DecodedText | undefined;
  #paragraphs: readonly Paragraph[] | undefined;
  #bodyText: string | undefined;

  constructor(bytes: Uint8Array, contentType: string | undefined, facts: PageFacts) {
    this.bytes = bytes;
    this.format = facts.format ?? "html";
    this.refresh = facts.refresh;
    this.#contentType = contentType;
    this.#facts = facts;
    this.#rendered = facts.rendered;
  }

  readonly text = remembered((boilerplate, language) => this.#extract(boilerplate, language));

  readonly #tokens = remembered((boilerplate, language) =>
    tokenize(this.text(boilerplate, language), language, this.bytes.length),
  );

  readonly #foldedTokens = remembered((boilerplate, language) =>
    foldTokens(this.text(boilerplate, language), language, this.#tokens(boilerplate, language)),
  );

  get html(): string {
    if (this.format === "html") return this.#decode().html;
    throw new NotDefined(`${WITHOUT_MARKUP[this.format]} has no markup`);
  }

  get extracted(): { readonly title: string } | undefined {
    const { lines } = this.#facts;
    if (lines === undefined) return undefined;
    const [title = ""] = lines === "titled" ? this.bodyText.split("\n", 1) : [];
    return { title };
  }

  get charset(): { readonly name: string; readonly from: CharsetEvidence } {
    const { name, from } = this.#decode();
    return { name, from };
  }

  get paragraphs(): readonly Paragraph[] {
    const rendered = this.#shown();
    return (this.#paragraphs ??=
      rendered === undefined ? makeParagraphs(this.html) : renderedParagraphs(rendered));
  }

  get bodyText(): string {
    return (this.#bodyText ??= this.#shown() ?? readBodyText(this.html));
  }

  tokens(options: TokenOptions): readonly string[] {
    return [...this.#wordsOf(options)];
  }

  countTerms(options: TokenOptions, termOptions?: TermOptions): CountedTerms {
    const words = this.#wordsOf(options);
    return termOptions === undefined
      ? words.count("appearance")
      : countNormalisedWords(words, termOptions);
  }

  #wordsOf({ boilerplate, language, lowerCase }: TokenOptions): WordList {
    return lowerCase
      ? this.#foldedTokens(boilerplate, language)
      : this.#tokens(boilerplate, language).words;
  }

  #decode(): DecodedText {
    if (this.#decoded === undefined) {
      const decoded = decodeText(this.bytes, this.#contentType, this.#facts.guessedCharset);
      const html = this.format === "html" ? withFrames(decoded.html) : decoded.html;
      this.#decoded = { ...decoded, html };
      this.notes.push(...this.#decoded.notes);
    }
    return this.#decoded;
  }

  /** Text that is available without markup, or undefined if there is none. */
  #shown(): string | undefined {
    if (this.format !== "text") return this.#rendered;
    return (this.#rendered ??= shownText(
      this.#decode().html,
      this.#facts.lines !== undefined ? LINES : BLANK_LINES,
    ));
  }

  #extract(boilerplate: string, language: string): string {
    // Without markup, boilerplate cannot be recognised.
    const rendered = this.#shown();
    if (rendered !== undefined) return rendered;
    const [name, options] = splitOptions(boilerplate);
    const { removers: known = removers } = this.#facts;
    const remover = known.find(({ keyword }) => keyword === name);
    if (remover === undefined) throw new RangeError(`no boilerplate remover "${boilerplate}"`);
    const text = this.#left(remover, language, options);
    if (boilerplate === fallback || !isBlank(text)) return text;
    const all = this.text(fallback, language);
    if (isBlank(all)) return text;
    this.notes.push(`${boilerplate} left no text: ${fallback} was used`);
    return all;
  }

  /** If the remover fails, the error names the remover and not the code that requested the text. */
  #left(remover: BoilerplateRemover, language: string, options: string): string {
    try {
      const text: unknown = remover.extract(this, language, options);
      if (typeof text === "string") return text;
      throw new TypeError(
        `its extract returned ${String(text)} instead of text (return "" if nothing is left)`,
      );
    } catch (cause) {
      if (cause instanceof NotDefined) throw cause;
      throw new Failed(nameOf("boilerplate remover", remover), cause);
    }
  }
}

/** Makes paragraphs of displayed text, one per line. */
function renderedParagraphs(text: string): Paragraph[] {
  const lines = text.split("\n").filter((line) => !isBlank(line));
  return lines.map((line) => ({
    text: line,
    domPath: "body",
    linkCharacters: 0,
    tagCount: 0,
    isHeading: false,
  }));
}

/** Remembers what a function makes for a boilerplate remover and a language. */
function remembered<T>(make: (boilerplate: string, language: string) => T): typeof make {
  const known = new Map<string, T>();
  return (boilerplate, language) => {
    const key = `${boilerplate} ${language}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(boilerplate, language);
    known.set(key, made);
    return made;
  };
}

/** Splits a remover's keyword from the options after a colon. */
function splitOptions(boilerplate: string): [keyword: string, options: string] {
  const colon = boilerplate.indexOf(":");
  if (colon < 0) return [boilerplate, ""];
  return [boilerplate.slice(0, colon), boilerplate.slice(colon + 1)];
}
