import type { ElementKind } from "./html-elements.js";
import { readPage } from "./html-walker.js";
import type { PageReader } from "./html-walker.js";
import { tidyWhiteSpace } from "./white-space.js";

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
