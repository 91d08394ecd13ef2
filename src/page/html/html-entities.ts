import type { TokenizerCallbacks } from "htmlparser2";
import { memoise } from "../../base/math/memo.js";
import { readTokens } from "./html-tokenizer.js";

/** Elements in whose content entities are not decoded. */
const raw: ReadonlySet<string> = new Set(["script", "style", "textarea", "xmp"]);

/** Text before a comment that the page does not end. Such a comment is read as text without entities. */
const unended = /<(?:[?!]|\/[\t\n\f\r ]*)$/u;

/**
 * Decodes the entities of a page that is tokenized without decoding, which is twice as fast. Only the few texts and
 * values that may contain one are tokenized again, with the same result. Positions must be passed in ascending order.
 */
export class HtmlEntities {
  readonly #html: string;
  /** Position of the next ampersand; the length of the page if there is none. */
  #next = -1;
  #nameStart = 0;
  #nameEnd = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /**
   * Sets the position of the current start tag's name. Must be called with (0, 0) when the element ends or has no
   * content.
   */
  inside(nameStart: number, nameEnd: number): void {
    this.#nameStart = nameStart;
    this.#nameEnd = nameEnd;
  }

  /** Returns the text between two positions with entities decoded. */
  text(start: number, end: number): string {
    const text = this.#html.slice(start, end);
    if (!this.#mayBeIn(start, end)) return text;
    const element = this.#html.slice(this.#nameStart, this.#nameEnd).toLowerCase();
    if (raw.has(element)) return text;
    const isWhole = end < this.#html.length;
    if (!isWhole && unended.test(this.#html.slice(0, start))) return text;
    if (element === "title") return decoded(`<title>${text}${isWhole ? "</title>" : ""}`);
    // Only the first character of a text may look like the beginning of a tag, and here it is not one.
    const [before, rest] = text.startsWith("<") ? ["<", text.slice(1)] : ["", text];
    return before + decoded(`${rest}${isWhole ? "<b>" : ""}`);
  }

  /** Returns the attribute value between two positions with entities decoded. */
  value(start: number, end: number): string {
    const text = this.#html.slice(start, end);
    if (!this.#mayBeIn(start, end)) return text;
    const last = this.#html.charAt(end);
    return decoded(`<b b=${last === '"' || last === "'" ? last : ""}${text}${last}`);
  }

  #mayBeIn(start: number, end: number): boolean {
    if (this.#next < start) {
      const found = this.#html.indexOf("&", start);
      this.#next = found < 0 ? this.#html.length : found;
    }
    return this.#next < end;
  }
}

/** Decodes a piece of markup. Cached, because menus repeat the same texts on all pages of a site. */
const decoded = memoise(decode, 4_000, 200);

function decode(markup: string): string {
  let text = "";
  const take = (start: number, end: number): void => void (text += markup.slice(start, end));
  const takeEntity = (codePoint: number): void => void (text += String.fromCodePoint(codePoint));
  const entities = { ontextentity: takeEntity, onattribentity: takeEntity };
  readTokens(markup, { ...nothing, ontext: take, onattribdata: take, ...entities }, true);
  return text;
}

/** Callback for tokens that a reader does not need. */
export const ignore = (): void => undefined;
const nothing: TokenizerCallbacks = {
  ...{ ontext: ignore, ontextentity: ignore, onattribdata: ignore, onattribentity: ignore },
  ...{ onattribname: ignore, onattribend: ignore, onopentagname: ignore, onopentagend: ignore },
  ...{ onselfclosingtag: ignore, onclosetag: ignore, oncdata: ignore, oncomment: ignore },
  ...{ ondeclaration: ignore, onprocessinginstruction: ignore, onend: ignore },
};
