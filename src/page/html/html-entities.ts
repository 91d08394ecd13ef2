import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import { memoise } from "../../base/math/memo.js";

/** Elements whose content has no entities. */
const raw: ReadonlySet<string> = new Set(["script", "style", "textarea", "xmp"]);

/** Matches the end of the text before an unclosed comment or declaration. It is read as text, without entities. */
const unended = /<(?:[?!]|\/[\t\n\f\r ]*)$/u;

/**
 * Entities of a page whose tokenizer does not decode them, which is twice as fast. The few texts and values that may
 * contain an entity are tokenized again, with the same result. Calls must pass positions in ascending order.
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
    const isWhole = end < this.#html.length;
    if (!isWhole && unended.test(this.#html.slice(0, start))) return text;
    if (element === "title") return decoded(`<title>${text}${isWhole ? "</title>" : ""}`);
    // The tokenizer began no tag at the start of this text, so a `<` at the start must not begin a tag now.
    const [before, rest] = text.startsWith("<") ? ["<", text.slice(1)] : ["", text];
    return before + decoded(`${rest}${isWhole ? "<b>" : ""}`);
  }

  /** Returns the value of an attribute between two positions, with entities decoded. */
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

/** Decodes entities in a piece of markup. Results are cached, because all pages of a site have the same menus. */
const decoded = memoise(decode, 4_000, 200);

function decode(markup: string): string {
  let text = "";
  const take = (start: number, end: number): void => void (text += markup.slice(start, end));
  const takeEntity = (codePoint: number): void => void (text += String.fromCodePoint(codePoint));
  const entities = { ontextentity: takeEntity, onattribentity: takeEntity };
  const reader = { ...nothing, ontext: take, onattribdata: take, ...entities };
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, reader);
  tokenizer.write(markup);
  tokenizer.end();
  return text;
}

const ignore = (): void => undefined;
const nothing: TokenizerCallbacks = {
  ...{ ontext: ignore, ontextentity: ignore, onattribdata: ignore, onattribentity: ignore },
  ...{ onattribname: ignore, onattribend: ignore, onopentagname: ignore, onopentagend: ignore },
  ...{ onselfclosingtag: ignore, onclosetag: ignore, oncdata: ignore, oncomment: ignore },
  ...{ ondeclaration: ignore, onprocessinginstruction: ignore, onend: ignore },
};
