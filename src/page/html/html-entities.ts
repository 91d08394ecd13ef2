import { decodeHTML, decodeHTMLAttribute } from "entities/lib/decode.js";
import { memoise } from "../../base/math/memo.js";

/** Elements whose content has no entities. */
const raw: ReadonlySet<string> = new Set(["script", "style", "textarea", "xmp"]);

/** Matches the end of the text before an unclosed comment or declaration. It is read as text, without entities. */
const unended = /<(?:[?!]|\/[\t\n\f\r ]*)$/u;

/**
 * Entities of a page whose tokenizer does not decode them, which is twice as fast. Only the few texts and values that may
 * contain an entity are decoded. Calls must pass positions in ascending order.
 */
export class HtmlEntities {
  readonly #html: string;
  /** Position of the next ampersand, or the length of the page if there is no further one. */
  #next = -1;
  #nameStart = 0;
  #nameEnd = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /** Must be called with (0, 0) for an element without content and for an end tag. */
  inside(nameStart: number, nameEnd: number): void {
    this.#nameStart = nameStart;
    this.#nameEnd = nameEnd;
  }

  /** Returns the text between two positions, with entities decoded. */
  text(start: number, end: number): string {
    const text = this.#html.slice(start, end);
    if (!this.#mayBeIn(start, end)) return text;
    const element = this.#html.slice(this.#nameStart, this.#nameEnd).toLowerCase();
    if (raw.has(element)) return text;
    const isCut = end === this.#html.length && unended.test(this.#html.slice(0, start));
    return isCut ? text : decodedText(text);
  }

  /** Returns the value of an attribute between two positions, with entities decoded. */
  value(start: number, end: number): string {
    const text = this.#html.slice(start, end);
    if (!this.#mayBeIn(start, end)) return text;
    return decodedValue(text);
  }

  #mayBeIn(start: number, end: number): boolean {
    if (this.#next < start) {
      const found = this.#html.indexOf("&", start);
      this.#next = found < 0 ? this.#html.length : found;
    }
    return this.#next < end;
  }
}

/** Results are cached, because all pages of a site have the same menus. */
const decodedText = memoise((text) => decodeHTML(text), 4_000, 200);
const decodedValue = memoise((text) => decodeHTMLAttribute(text), 4_000, 200);
