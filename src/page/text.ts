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
    if (kind.isBlock || otherBlocks.has(kind.localName)) endLine();
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

/** Elements that stand on a separate line, but that jusText does not treat as blocks. */
const otherBlocks: ReadonlySet<string> = new Set(
  (
    "address article aside br button details dialog figcaption figure footer header hr iframe main nav noframes" +
    " noscript ol section select summary title"
  ).split(" "),
);

/**
 * Cuts a page into paragraphs as jusText 3 does (`justext.core.ParagraphMaker`, after its preprocessor). Block tags and
 * double line breaks separate paragraphs. The head, scripts, styles, comments and form controls are removed. Forms,
 * frames and objects keep their content. No paragraph is empty. White space between two tags disappears, as in jusText:
 * `<b>a</b> <i>b</i>` reads "ab".
 */
export function makeParagraphs(html: string): readonly Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let path: Path | undefined;
  let start: Path | undefined;
  let text = "";
  let links: string[] = [];
  let tagCount = 0;
  let inLink = false;
  let afterBreak = false;
  const startParagraph = (): void => {
    const tidy = tidyWhiteSpace(text);
    if (tidy !== "") paragraphs.push(new PageParagraph(tidy, links, tagCount, start));
    start = path;
    text = "";
    links = [];
    tagCount = 0;
  };
  readPage(html, {
    hides: (kind) => kind.isHidden || kind.isControl,
    unwraps: (kind) => kind.isWrapper,
    opens(kind) {
      const name = kind.localName;
      path = { name, parent: path, isHeading: kind.isHeading || (path?.isHeading ?? false) };
      const isBreak = name === "br";
      if (kind.isBlock || (isBreak && afterBreak)) {
        // The first of two breaks was counted as a tag of the paragraph that they end.
        if (isBreak) tagCount--;
        startParagraph();
        return;
      }
      afterBreak = isBreak;
      if (isBreak) text += " ";
      else if (name === "a") inLink = true;
      tagCount++;
    },
    closes(kind) {
      path = path?.parent;
      if (kind.isBlock) startParagraph();
      if (kind.localName === "a") inLink = false;
    },
    text(data) {
      if (isBlank(data)) return;
      text += data;
      if (inLink) links.push(data);
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
  readonly tagCount: number;
  readonly #links: readonly string[];
  readonly #path: Path | undefined;

  constructor(text: string, links: readonly string[], tagCount: number, path: Path | undefined) {
    this.text = text;
    this.tagCount = tagCount;
    this.#links = links;
    this.#path = path;
  }

  get linkCharacters(): number {
    return this.#links.reduce((sum, text) => sum + codePoints(squeeze(text)), 0);
  }

  /** Element names from the root, joined by dots. Of more than 256 names, these are the innermost 256. */
  get domPath(): string {
    const names: string[] = [];
    for (let at = this.#path; at !== undefined && names.length < deepest; at = at.parent)
      names.push(at.name);
    return names.reverse().join(".");
  }

  get isHeading(): boolean {
    return this.#path?.isHeading ?? false;
  }
}
