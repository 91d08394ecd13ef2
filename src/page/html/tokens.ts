import { codeUnitAt } from "../../base/text.js";

/**
 * Receiver of the tokens of a page, in order. A token is given by positions in the page. Comments are left out, and so is
 * a tag or declaration that the end of the page cuts off. The content of scripts, styles, titles and text areas is one
 * text. Texts are in pieces: each `<` that begins no tag begins another one.
 */
export interface TokenReader {
  /** `isRaw` is true for a text without entities: the content of a script or another such element. */
  text(start: number, end: number, isRaw: boolean): void;
  /** Called with the name of a start tag, which may be cut off by the end of the page behind the name. */
  tag(start: number, end: number): void;
  /** Called for each attribute of the start tag. An attribute without a value has an empty one. */
  attribute?(nameStart: number, nameEnd: number, start: number, end: number): void;
  /** Called at the end of a start tag. `closes` is true after a slash. */
  opens(closes: boolean): void;
  closes(start: number, end: number): void;
  declaration?(start: number, end: number): void;
  end?(): void;
}

/** Passes the tokens of a page to a reader. They are those of htmlparser2's tokenizer, with which a test compares them. */
export function readTokens(html: string, reader: TokenReader): void {
  new Scanner(html, reader).read();
  reader.end?.();
}

const BANG = 0x21;
const DASH = 0x2d;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;

/** Characters that begin and end names and values. */
const SPACE = 1;
const END = 2;
const SLASHED = 4;
const ASSIGNED = 8;
const LETTER = 16;
const kinds = new Uint8Array(128);
for (const space of [9, 10, 12, 13, 32]) kinds[space] = SPACE;
for (let code = 0x61; code <= 0x7a; code += 1) kinds[code] = kinds[code - 32] = LETTER;
kinds[GREATER] = END;
kinds[SLASH] = SLASHED;
kinds[EQUALS] = ASSIGNED;
const isOneOf = (code: number, what: number): boolean => code < 128 && (kinds[code]! & what) !== 0;

/** Elements whose content is text. */
const rawElements: ReadonlySet<string> = new Set(["script", "style", "title", "textarea", "xmp"]);
const longestRaw = 8;
const CDATA = "[CDATA[";

class Scanner {
  readonly #html: string;
  readonly #reader: TokenReader;
  /** Start of the text that is being read, and the position from which a tag is searched in it. */
  #start = 0;
  #from = 0;

  constructor(html: string, reader: TokenReader) {
    this.#html = html;
    this.#reader = reader;
  }

  read(): void {
    const html = this.#html;
    while (this.#start < html.length) {
      const open = html.indexOf("<", this.#from);
      this.#text(open < 0 ? html.length : open);
      if (open < 0) break;
      this.#start = open;
      this.#from = open + 1;
      const code = open + 1 < html.length ? codeUnitAt(html, open + 1) : 0;
      if (isOneOf(code, LETTER)) this.#startTag(open + 1);
      else if (code === SLASH) this.#endTag(open + 2);
      else if (code === BANG) this.#declaration(open + 2);
      else if (code === QUESTION) this.#skip(">", open + 2);
    }
  }

  #text(end: number, isRaw = false): void {
    if (this.#start < end) this.#reader.text(this.#start, end, isRaw);
  }

  #goOnFrom(at: number): void {
    this.#start = this.#from = at;
  }

  /** Goes on behind the next place with a text, or at the end of the page. Returns true if there is such a place. */
  #skip(end: string, from: number): boolean {
    const found = this.#html.indexOf(end, from);
    this.#goOnFrom(found < 0 ? this.#html.length : found + end.length);
    return found >= 0;
  }

  /** Reads a comment or declaration from the place behind `<!`. */
  #declaration(at: number): void {
    const html = this.#html;
    // The hyphens of the beginning may be those of the end: `<!-->`.
    if (html.startsWith("--", at)) this.#skip("-->", at);
    else if (html.startsWith(CDATA, at)) this.#skip("]]>", at + CDATA.length);
    // The first character ends no declaration, and neither does the one behind a single hyphen.
    else if (this.#skip(">", at + (codeUnitAt(html, at) === DASH ? 2 : 1)))
      this.#reader.declaration?.(at, this.#start - 1);
  }

  #endTag(from: number): void {
    const html = this.#html;
    const at = this.#pastSpace(from);
    const code = at < html.length ? codeUnitAt(html, at) : 0;
    if (code === GREATER) this.#from = at + 1;
    else if (isOneOf(code, LETTER)) this.#endTagNamed(at, this.#until(SPACE | END, at));
    else this.#skip(">", at);
  }

  #endTagNamed(start: number, end: number): void {
    if (end < this.#html.length) this.#reader.closes(start, end);
    this.#skip(">", end);
  }

  #startTag(start: number): void {
    const html = this.#html;
    const end = this.#until(SPACE | END | SLASHED, start + 1);
    if (end === html.length) {
      this.#goOnFrom(end);
      return;
    }
    this.#reader.tag(start, end);
    if (!this.#attributes(end) || end - start > longestRaw) return;
    const element = html.slice(start, end).toLowerCase();
    if (rawElements.has(element)) this.#rawText(element);
  }

  /** Reads the attributes of a start tag and its end. Returns true if the element has content. */
  #attributes(from: number): boolean {
    const html = this.#html;
    const { length } = html;
    let isSlashed = false;
    for (let at = this.#pastSpace(from); at < length; at = this.#pastSpace(at)) {
      const code = codeUnitAt(html, at);
      if (code === GREATER) {
        this.#reader.opens(isSlashed);
        this.#goOnFrom(at + 1);
        return !isSlashed;
      }
      isSlashed = code === SLASH;
      at = isSlashed ? at + 1 : this.#attribute(at);
    }
    this.#goOnFrom(length);
    return false;
  }

  /** Reads an attribute, and returns the position behind it. An attribute that the end of the page cuts off is left out. */
  #attribute(nameStart: number): number {
    const html = this.#html;
    const { length } = html;
    // The first character of the name may be any.
    const nameEnd = this.#until(SPACE | END | SLASHED | ASSIGNED, nameStart + 1);
    let at = this.#pastSpace(nameEnd);
    if (at === length) return length;
    let start = nameEnd;
    let end = nameEnd;
    if (codeUnitAt(html, at) === EQUALS) {
      start = this.#pastSpace(at + 1);
      const quote = html.charAt(start);
      if (quote === '"' || quote === "'") {
        start += 1;
        end = html.indexOf(quote, start);
        if (end < 0) return length;
        at = end + 1;
      } else at = end = this.#until(SPACE | END, start);
      if (end === length) return length;
    }
    this.#reader.attribute?.(nameStart, nameEnd, start, end);
    return at;
  }

  /** Reads the content of an element whose content is text, and its end tag. */
  #rawText(element: string): void {
    const html = this.#html;
    const { length } = html;
    const isRaw = element !== "title";
    const endTag = `</${element}`;
    let open = html.indexOf("<", this.#start);
    while (open >= 0) {
      let at = open + 1;
      while (at < length && (codeUnitAt(html, at) | 0x20) === endTag.charCodeAt(at - open)) at += 1;
      const isWhole = at - open === endTag.length && at < length;
      if (isWhole && isOneOf(codeUnitAt(html, at), SPACE | END)) {
        this.#text(open, isRaw);
        this.#endTagNamed(open + 2, at);
        return;
      }
      open = html.indexOf("<", at);
    }
    this.#text(length, isRaw);
    this.#goOnFrom(length);
  }

  #pastSpace(from: number): number {
    const html = this.#html;
    let at = from;
    while (at < html.length && isOneOf(codeUnitAt(html, at), SPACE)) at += 1;
    return at;
  }

  /** Returns the position of the first of some characters, or the end of the page. */
  #until(what: number, from: number): number {
    const html = this.#html;
    let at = from;
    while (at < html.length && !isOneOf(codeUnitAt(html, at), what)) at += 1;
    return at;
  }
}
