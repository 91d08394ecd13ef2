import type { Paragraph } from "../types.js";
import { codePoints, isBlank, squeeze, tidyWhiteSpace } from "./characters.js";
import type { ElementKind } from "./html-elements.js";
import { type PageReader, readPage } from "./html-walker.js";

/**
 * All text of a page's body, one block of text a line: what is left when only markup, scripts, styles, comments and
 * the head go. Form controls keep their text, and white space between tags counts.
 */
export function readBodyText(html: string): string {
  const reader = new BodyReader();
  readPage(html, reader);
  return reader.finish();
}

/** Elements that stand on lines of their own and that jusText does not know as such. */
const otherBlocks: ReadonlySet<string> = new Set(
  (
    "address article aside br button details dialog figcaption figure footer header hr iframe main nav noframes" +
    " noscript ol section select summary title"
  ).split(" "),
);

class BodyReader implements PageReader {
  readonly #lines: string[] = [];
  #line = "";

  hides(kind: ElementKind): boolean {
    return kind.isHidden;
  }

  unwraps(): boolean {
    return false;
  }

  opens(kind: ElementKind): void {
    this.#boundary(kind);
  }

  closes(kind: ElementKind): void {
    this.#boundary(kind);
  }

  text(data: string): void {
    this.#line += data;
  }

  finish(): string {
    this.#endLine();
    return this.#lines.join("\n");
  }

  #boundary(kind: ElementKind): void {
    if (kind.isBlock || otherBlocks.has(kind.localName)) this.#endLine();
  }

  #endLine(): void {
    const text = tidyWhiteSpace(this.#line).replaceAll("\n", " ");
    this.#line = "";
    if (text !== "") this.#lines.push(text);
  }
}
/**
 * Cuts a page into paragraphs as jusText 3 does (`justext.core.ParagraphMaker`, after its preprocessor): block tags
 * and double line breaks part them; head, scripts, styles, comments and form controls are gone; forms, frames and
 * objects leave their content. No paragraph is empty. White space between two tags vanishes, as in jusText:
 * `<b>a</b> <i>b</i>` reads "ab".
 */
export function makeParagraphs(html: string): readonly Paragraph[] {
  const maker = new ParagraphMaker();
  readPage(html, maker);
  return maker.finish();
}

/** An element and those around it. */
interface Path {
  readonly name: string;
  readonly parent: Path | undefined;
  readonly isHeading: boolean;
}

/** The path of a paragraph names no more elements than this: libxml2 reads no deeper page either. */
const deepest = 256;

/**
 * A paragraph; what only jusText's classes need is computed when asked for. Written out, the paths of all paragraphs
 * of a deep page would be quadratic.
 */
export class PageParagraph implements Paragraph {
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

  /** Names of the elements from the root, joined by dots; of more than 256, the innermost 256. */
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

class ParagraphMaker implements PageReader {
  readonly #paragraphs: Paragraph[] = [];
  #path: Path | undefined;
  #start: Path | undefined;
  #text = "";
  #links: string[] = [];
  #tagCount = 0;
  #inLink = false;
  #afterBreak = false;

  hides(kind: ElementKind): boolean {
    return kind.isHidden || kind.isControl;
  }

  unwraps(kind: ElementKind): boolean {
    return kind.isWrapper;
  }

  opens(kind: ElementKind): void {
    const name = kind.localName;
    const parent = this.#path;
    this.#path = {
      name,
      parent,
      isHeading: kind.isHeading || (parent?.isHeading ?? false),
    };
    const isBreak = name === "br";
    if (kind.isBlock || (isBreak && this.#afterBreak)) {
      // The first break of two was counted as a tag of the paragraph that they end.
      if (isBreak) this.#tagCount--;
      this.#startParagraph();
      return;
    }
    this.#afterBreak = isBreak;
    if (isBreak) this.#text += " ";
    else if (name === "a") this.#inLink = true;
    this.#tagCount++;
  }

  closes(kind: ElementKind): void {
    this.#path = this.#path?.parent;
    if (kind.isBlock) this.#startParagraph();
    if (kind.localName === "a") this.#inLink = false;
  }

  text(data: string): void {
    if (isBlank(data)) return;
    this.#text += data;
    if (this.#inLink) this.#links.push(data);
    this.#afterBreak = false;
  }

  finish(): readonly Paragraph[] {
    this.#startParagraph();
    return this.#paragraphs;
  }

  #startParagraph(): void {
    const text = tidyWhiteSpace(this.#text);
    if (text !== "")
      this.#paragraphs.push(new PageParagraph(text, this.#links, this.#tagCount, this.#start));
    this.#start = this.#path;
    this.#text = "";
    this.#links = [];
    this.#tagCount = 0;
  }
}
