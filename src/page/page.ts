import type { DocumentFormat } from "../base/types.js";
import type { BoilerplateRemover, Page, Paragraph, TokenOptions } from "./types.js";
import { once } from "../base/math/memo.js";
import { Failed, nameOf, NotDefined } from "../base/failures.js";
import { removers } from "./boilerplate/index.js";
import { withFrames } from "./html/frame-documents.js";
import { isBlank } from "./words/characters.js";
import { decodeText } from "../read/coding/charset.js";
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

/** Returns plain text in the form of displayed text, one paragraph per line. */
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

/** Everything is computed on first use and only once. No input makes this function throw. */
export function openPage(
  bytes: Uint8Array,
  contentType: string | undefined,
  facts: PageFacts = {},
): Page {
  const { format = "html", lines, refresh, removers: known = removers } = facts;
  const notes: string[] = [];
  const decoded = once(() => {
    const text = decodeText(bytes, contentType, facts.guessedCharset);
    notes.push(...text.notes);
    return format === "html" ? { ...text, html: withFrames(text.html) } : text;
  });
  /** Text that is available without markup, or undefined if there is none. */
  const shown = once(() =>
    format === "text" && facts.rendered === undefined
      ? shownText(decoded().html, lines === undefined ? BLANK_LINES : LINES)
      : facts.rendered,
  );
  const paragraphs = once(() => {
    const rendered = shown();
    return rendered === undefined ? makeParagraphs(page.html) : renderedParagraphs(rendered);
  });
  const bodyText = once(() => shown() ?? readBodyText(page.html));
  const text: Page["text"] = remembered((boilerplate, language) => {
    // Without markup, boilerplate cannot be recognised.
    const rendered = shown();
    if (rendered !== undefined) return rendered;
    // Options follow a colon.
    const [, name, options = ""] = /^([^:]*):?(.*)$/su.exec(boilerplate)!;
    const remover = known.find(({ keyword }) => keyword === name);
    if (remover === undefined) throw new RangeError(`no boilerplate remover "${boilerplate}"`);
    const left = textLeft(page, remover, language, options);
    if (boilerplate === fallback || !isBlank(left)) return left;
    const all = text(fallback, language);
    if (isBlank(all)) return left;
    notes.push(`${boilerplate} left no text: ${fallback} was used`);
    return all;
  });
  const tokens = remembered((boilerplate, language) =>
    tokenize(text(boilerplate, language), language, bytes.length),
  );
  const foldedTokens = remembered((boilerplate, language) =>
    foldTokens(text(boilerplate, language), language, tokens(boilerplate, language)),
  );
  const wordsOf = ({ boilerplate, language, lowerCase }: TokenOptions): WordList =>
    lowerCase ? foldedTokens(boilerplate, language) : tokens(boilerplate, language).words;
  const page: Page = {
    ...{ bytes, format, refresh, notes, text },
    get html() {
      if (format === "html") return decoded().html;
      throw new NotDefined(`${WITHOUT_MARKUP[format]} has no markup`);
    },
    get extracted() {
      if (lines === undefined) return undefined;
      const [title = ""] = lines === "titled" ? bodyText().split("\n", 1) : [];
      return { title };
    },
    get charset() {
      const { name, from } = decoded();
      return { name, from };
    },
    get paragraphs() {
      return paragraphs();
    },
    get bodyText() {
      return bodyText();
    },
    tokens: (options) => [...wordsOf(options)],
    countTerms(options, termOptions) {
      const words = wordsOf(options);
      return termOptions === undefined
        ? words.count("appearance")
        : countNormalisedWords(words, termOptions);
    },
  };
  return page;
}

/** If the remover fails, the error names the remover and not the code that requested the text. */
function textLeft(
  page: Page,
  remover: BoilerplateRemover,
  language: string,
  options: string,
): string {
  try {
    const text: unknown = remover.extract(page, language, options);
    if (typeof text === "string") return text;
    throw new TypeError(
      `its extract returned ${String(text)} instead of text (return "" if nothing is left)`,
    );
  } catch (cause) {
    if (cause instanceof NotDefined) throw cause;
    throw new Failed(nameOf("boilerplate remover", remover), cause);
  }
}

/** Makes paragraphs of displayed text, one per line. */
function renderedParagraphs(text: string): Paragraph[] {
  const lines = text.split("\n").filter((line) => !isBlank(line));
  const facts = { domPath: "body", linkCharacters: 0, isHeading: false };
  return lines.map((line) => ({ text: line, ...facts }));
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
