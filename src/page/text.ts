import type { Paragraph } from "./types.js";
import { codePoints, isBlank, squeeze, tidyWhiteSpace } from "./words/characters.js";
import type { ElementKind } from "./html/html-elements.js";
import { readPage } from "./html/html-walker.js";

/**
 * Returns all text of a page's body, one block per line. Only markup, scripts, styles, comments and the head are
 * removed. Form controls keep their text, and white space between tags counts.
 */
export function readBodyText(html: string): string {
  const lines: string[] = [];
  let line = "";
  const endLine = (): void => {
    if (line === "") return;
    const text = tidyWhiteSpace(line).replaceAll("\n", " ");
    line = "";
    if (text !== "") lines.push(text);
  };
  const boundary = (kind: ElementKind): void => {
    if (kind.isOnOwnLine) endLine();
  };
  readPage(html, {
    hides: (kind) => kind.isHidden,
    unwraps: () => false,
    opens: boundary,
    closes: boundary,
    text(data) {
      // White space at the beginning of a line is dropped.
      if (line !== "" || !isBlank(data)) line += data;
    },
  });
  endLine();
  return lines.join("\n");
}

/**
 * Cuts a page into paragraphs as jusText 3 does (`justext.core.ParagraphMaker`, after its preprocessor). Block tags and
 * double line breaks separate paragraphs. The head, scripts, styles, comments and form controls are removed. Forms,
 * frames and objects keep their content. No paragraph is empty. In jusText white space between two tags disappears, so
 * that `<b>a</b> <i>b</i>` reads "ab" (`joined`). A browser shows these words apart, and so does `text`.
 */
export function makeParagraphs(html: string): readonly Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let path: Path | undefined;
  let start: Path | undefined;
  let text = "";
  /** The text as jusText has it; `undefined` as long as it is the same. */
  let joined: string | undefined;
  let links: string[] = [];
  let inLink = false;
  let afterLink = false;
  let afterBreak = false;
  const add = (data: string): void => {
    text += data;
    if (joined !== undefined) joined += data;
  };
  const addApart = (): void => {
    if (text === "") return;
    joined ??= text;
    text += " ";
  };
  const startParagraph = (): void => {
    const tidy = tidyWhiteSpace(text);
    if (tidy !== "") {
      const ofJusText = joined && tidyWhiteSpace(joined);
      paragraphs.push(new PageParagraph(tidy, ofJusText, links, start));
    }
    start = path;
    text = "";
    joined = undefined;
    links = [];
  };
  readPage(html, {
    hides: (kind) => kind.isHidden || kind.isControl,
    unwraps: (kind) => kind.isWrapper,
    opens(kind) {
      const name = kind.localName;
      path = { name, parent: path, isHeading: kind.isHeading || (path?.isHeading ?? false) };
      const isBreak = name === "br";
      if (kind.isBlock || (isBreak && afterBreak)) {
        startParagraph();
        return;
      }
      afterBreak = isBreak;
      if (isBreak) add(" ");
      else if (name === "a") {
        // Styles separate the links of a menu, which often follow one another without white space.
        if (afterLink) addApart();
        inLink = true;
      }
    },
    closes(kind) {
      path = path?.parent;
      if (kind.isBlock) startParagraph();
      if (kind.localName === "a") {
        inLink = false;
        afterLink = true;
      }
    },
    text(data) {
      if (isBlank(data)) {
        if (data !== "") addApart();
        return;
      }
      add(data);
      if (inLink) links.push(data);
      afterLink = false;
      afterBreak = false;
    },
  });
  startParagraph();
  return paragraphs;
}

interface Path {
  readonly name: string;
  readonly parent: Path | undefined;
  readonly isHeading: boolean;
}

/** Maximum number of elements in a paragraph's path, because libxml2 reads no deeper pages either. */
const deepest = 256;

/**
 * Data for jusText's classes is computed on demand, because the paths of all paragraphs of a deep page would take
 * quadratic space.
 */
class PageParagraph implements Paragraph {
  readonly text: string;
  readonly joined: string | undefined;
  readonly isHeading: boolean;
  readonly #links: readonly string[];
  readonly #path: Path | undefined;

  constructor(text: string, joined: string | undefined, links: string[], path: Path | undefined) {
    this.text = text;
    this.joined = joined;
    this.isHeading = path?.isHeading ?? false;
    this.#links = links;
    this.#path = path;
  }

  get linkCharacters(): number {
    return this.#links.reduce((sum, text) => sum + codePoints(squeeze(text)), 0);
  }

  /** Has at most the innermost 256 names. */
  get domPath(): string {
    const names: string[] = [];
    for (let at = this.#path; at !== undefined && names.length < deepest; at = at.parent)
      names.push(at.name);
    return names.reverse().join(".");
  }
}
