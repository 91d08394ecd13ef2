import { decodeHTML, decodeHTMLAttribute } from "entities/lib/decode.js";
import { memoise } from "../../base/math/memo.js";
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
  if (html === kept.html) replay(kept.end, reader);
  else new Scanner(html, reader).read();
  reader.end?.();
}

const TEXT = 0;
const RAW = 1;
const TAG = 2;
const ATTRIBUTE = 3;
/** Has 1 in place of its first position if a slash closes the element. */
const OPENS = 4;
const CLOSES = 5;
const DECLARATION = 6;

/** Number of numbers of a token: its kind and its positions. */
const size = 5;
/**
 * Tokens of the last page. Several readers follow each other on a page. The tokens of a larger page are passed on in
 * pieces, and found again by each reader.
 */
const tokens = new Int32Array(size << 16);
/** Place from which there may be too little room for the tokens up to the next check. */
const full = tokens.length - 8 * size;
/** The last page, and the end of its tokens. */
const kept = { html: "", end: 0 };

function replay(all: number, reader: TokenReader): void {
  for (let at = 0; at < all; at += size) {
    const kind = tokens[at]!;
    const start = tokens[at + 1]!;
    const end = tokens[at + 2]!;
    if (kind <= RAW) reader.text(start, end, kind === RAW);
    else if (kind === TAG) reader.tag(start, end);
    else if (kind === ATTRIBUTE) reader.attribute?.(start, end, tokens[at + 3]!, tokens[at + 4]!);
    else if (kind === OPENS) reader.opens(start === 1);
    else if (kind === CLOSES) reader.closes(start, end);
    else reader.declaration?.(start, end);
  }
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
  /** Place of the next token. */
  #place = 0;
  #isKept = true;

  constructor(html: string, reader: TokenReader) {
    this.#html = html;
    this.#reader = reader;
    kept.html = "";
  }

  read(): void {
    const html = this.#html;
    while (this.#start < html.length) {
      if (this.#place > full) this.#passOn();
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
    replay(this.#place, this.#reader);
    if (!this.#isKept) return;
    kept.html = html;
    kept.end = this.#place;
  }

  /** Passes tokens on to make room for others. */
  #passOn(): void {
    replay(this.#place, this.#reader);
    this.#place = 0;
    this.#isKept = false;
  }

  #put(kind: number, start: number, end: number): void {
    const place = this.#place;
    tokens[place] = kind;
    tokens[place + 1] = start;
    tokens[place + 2] = end;
    this.#place = place + size;
  }

  #text(end: number, kind = TEXT): void {
    if (this.#start < end) this.#put(kind, this.#start, end);
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
      this.#put(DECLARATION, at, this.#start - 1);
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
    if (end < this.#html.length) this.#put(CLOSES, start, end);
    this.#skip(">", end);
  }

  #startTag(start: number): void {
    const html = this.#html;
    const end = this.#until(SPACE | END | SLASHED, start + 1);
    if (end === html.length) {
      this.#goOnFrom(end);
      return;
    }
    this.#put(TAG, start, end);
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
      if (this.#place > full) this.#passOn();
      const code = codeUnitAt(html, at);
      if (code === GREATER) {
        this.#put(OPENS, isSlashed ? 1 : 0, at);
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
    const place = this.#place;
    this.#put(ATTRIBUTE, nameStart, nameEnd);
    tokens[place + 3] = start;
    tokens[place + 4] = end;
    return at;
  }

  /** Reads the content of an element whose content is text, and its end tag. */
  #rawText(element: string): void {
    const html = this.#html;
    const { length } = html;
    const kind = element === "title" ? TEXT : RAW;
    const endTag = `</${element}`;
    let open = html.indexOf("<", this.#start);
    while (open >= 0) {
      let at = open + 1;
      while (at < length && (codeUnitAt(html, at) | 0x20) === endTag.charCodeAt(at - open)) at += 1;
      const isWhole = at - open === endTag.length && at < length;
      if (isWhole && isOneOf(codeUnitAt(html, at), SPACE | END)) {
        this.#text(open, kind);
        this.#endTagNamed(open + 2, at);
        return;
      }
      open = html.indexOf("<", at);
    }
    this.#text(length, kind);
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

/**
 * Returns a text with entities decoded. The tokens are as they stand in the page, which is twice as fast: only the few texts
 * and values that may contain an entity are decoded.
 */
export const decodedText = (text: string): string => (text.includes("&") ? inText(text) : text);

/** Returns the value of an attribute with entities decoded. */
export const decodedValue = (text: string): string => (text.includes("&") ? inValue(text) : text);

/** The decoder fails at numbers of some 300 digits. Nine digits, without zeros before them, are beyond all characters. */
export const decodable = (text: string): string =>
  text.replace(/(?<=&#x)[\da-f]{99,}|(?<=&#)\d{99,}/giu, (digits) =>
    digits.replace(/^0+(?=.)/u, "").slice(0, 9),
  );

/** Results are cached, because all pages of a site have the same menus. */
const inText = memoise((text) => decodeHTML(decodable(text)), 4_000, 200);
const inValue = memoise((text) => decodeHTMLAttribute(decodable(text)), 4_000, 200);
