import { codeUnitAt } from "../../base/text.js";

/**
 * Receiver of the tokens of a page, in order. A token is given by positions in the page. Comments are left out. The
 * content of scripts, styles, titles and text areas is one text. Texts are in pieces: each `<` that begins no tag begins
 * another one.
 */
export interface TokenReader {
  text(start: number, end: number): void;
  /** Called with the name of a start tag, which may be cut off by the end of the page. */
  tag(start: number, end: number): void;
  /** Called for each attribute of the start tag. An attribute without a value has an empty one. */
  attribute(nameStart: number, nameEnd: number, start: number, end: number): void;
  /** Called at the end of a start tag. `closes` is true after a slash. */
  opens(closes: boolean): void;
  closes(start: number, end: number): void;
  declaration?(start: number, end: number): void;
  instruction?(): void;
  end?(): void;
}

/** Passes the tokens of a page to a reader. They are those of htmlparser2's tokenizer, with which a test compares them. */
export function readTokens(html: string, reader: TokenReader): void {
  if (html === kept.html) replay(kept.end, reader);
  else new Scanner(html, reader).read();
  reader.end?.();
}

const TEXT = 0;
const TAG = 1;
const ATTRIBUTE = 2;
const OPENS = 3;
const OPENS_AND_CLOSES = 4;
const CLOSES = 5;
const DECLARATION = 6;
const INSTRUCTION = 7;

/** Number of numbers of a token: its kind and its positions. */
const size = 5;
/**
 * Tokens of the last page. Several readers follow each other on a page. The tokens of a larger page are passed on in
 * pieces, and found again by each reader.
 */
const tokens = new Int32Array(size << 16);
/** Place from which there may be too little room for the tokens up to the next check. */
const full = tokens.length - 8 * size;
/** The last page, and the end of its tokens. A long page is not kept. */
const kept = { html: "", end: 0 };
const longestKept = 1 << 22;

function replay(all: number, reader: TokenReader): void {
  for (let at = 0; at < all; at += size) {
    const start = tokens[at + 1]!;
    const end = tokens[at + 2]!;
    switch (tokens[at]) {
      case TEXT:
        reader.text(start, end);
        break;
      case TAG:
        reader.tag(start, end);
        break;
      case ATTRIBUTE:
        reader.attribute(start, end, tokens[at + 3]!, tokens[at + 4]!);
        break;
      case OPENS:
        reader.opens(false);
        break;
      case OPENS_AND_CLOSES:
        reader.opens(true);
        break;
      case CLOSES:
        reader.closes(start, end);
        break;
      case DECLARATION:
        reader.declaration?.(start, end);
        break;
      case INSTRUCTION:
        reader.instruction?.();
        break;
    }
  }
}

const BANG = 0x21;
const DASH = 0x2d;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;
const QUOTES: ReadonlyMap<number, string> = new Map([
  [0x22, '"'],
  [0x27, "'"],
]);

const isSpace = (code: number): boolean =>
  code === 0x20 || (code >= 9 && code <= 13 && code !== 11);

const endsName = (code: number): boolean => code === SLASH || code === GREATER || isSpace(code);

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** End tags of the elements whose content is text, by name. The last three are such for htmlparser2 only. */
const rawElements: ReadonlyMap<string, string> = new Map([
  ...["script", "style", "title", "textarea", "xmp"].map((name) => [name, `</${name}`] as const),
  ...([
    ["xitle", "</title"],
    ["xextarea", "</textarea"],
    ["tmp", "</xmp"],
  ] as const),
]);
const longestRaw = 8;

/** Position of the last character. htmlparser2 takes it for a text if a page ends behind the name of an end tag. */
const LAST = -1;

class Scanner {
  readonly #html: string;
  readonly #reader: TokenReader;
  /** Start of the text that is being read, and the position from which a tag is searched in it. */
  #start = 0;
  #from = 0;
  /** Place of the next token. */
  #place = 0;
  #isKept: boolean;

  constructor(html: string, reader: TokenReader) {
    this.#html = html;
    this.#reader = reader;
    this.#isKept = html.length <= longestKept;
    kept.html = "";
  }

  read(): void {
    const html = this.#html;
    const { length } = html;
    while (this.#start < length) {
      if (this.#place > full) this.#passOn();
      const open = html.indexOf("<", this.#from);
      this.#text(open < 0 ? length : open);
      if (open < 0) break;
      this.#start = open;
      this.#from = open + 1;
      const code = open + 1 < length ? codeUnitAt(html, open + 1) : 0;
      if (isLetter(code)) this.#startTag(open + 1);
      else if (code === SLASH) this.#endTag(open + 2);
      else if (code === BANG) this.#declaration(open + 2);
      else if (code === QUESTION) this.#skip(">", open + 2, INSTRUCTION);
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

  #text(end: number): void {
    if (this.#start < end) this.#put(TEXT, this.#start, end);
  }

  #goOnFrom(at: number): void {
    this.#start = this.#from = at;
  }

  /** Passes over what ends with a text. Without that end the rest of the page is a text. */
  #skip(end: string, from: number, kind?: number, start = from): void {
    this.#start = start;
    const found = this.#html.indexOf(end, from);
    if (found < 0) this.#text(this.#html.length);
    else if (kind !== undefined) this.#put(kind, start, found);
    this.#goOnFrom(found < 0 ? this.#html.length : found + end.length);
  }

  /** Reads a comment or declaration from the place behind `<!`. */
  #declaration(at: number): void {
    const html = this.#html;
    const opening = html.startsWith("--", at)
      ? "--"
      : html.startsWith("[CDATA[", at)
        ? "[CDATA["
        : "";
    if (opening === "") {
      // The first character ends no declaration, and neither does the one behind a single hyphen.
      const from = at + (codeUnitAt(html, at) === DASH ? 2 : 1);
      this.#skip(">", from, DECLARATION, at);
      return;
    }
    // The hyphens of the opening may be those of the end: `<!-->`.
    const end =
      opening === "--" ? html.indexOf("-->", at) : html.indexOf("]]>", at + opening.length);
    this.#goOnFrom(end < 0 ? html.length : end + 3);
  }

  #endTag(from: number): void {
    const html = this.#html;
    const at = this.#pastSpace(from);
    const code = at < html.length ? codeUnitAt(html, at) : 0;
    if (at === html.length) this.#textToEnd(this.#start);
    else if (code === GREATER) this.#from = at + 1;
    else if (isLetter(code)) this.#endTagNamed(at, this.#endOfValue(at));
    else this.#skip(">", at);
  }

  #endTagNamed(start: number, end: number): void {
    const html = this.#html;
    if (end === html.length) {
      this.#goOnFrom(end);
      return;
    }
    this.#put(CLOSES, start, end);
    const found = html.indexOf(">", end);
    if (found < 0) this.#textToEnd(LAST);
    else this.#goOnFrom(found + 1);
  }

  #textToEnd(start: number): void {
    this.#start = start;
    this.#text(this.#html.length);
    this.#goOnFrom(this.#html.length);
  }

  #startTag(start: number): void {
    const html = this.#html;
    const end = this.#endOfTagName(start);
    const element = end - start > longestRaw ? "" : html.slice(start, end).toLowerCase();
    if (end === html.length) {
      const isRaw = [...rawElements.keys()].some((name) => name.startsWith(element));
      this.#textToEnd(isRaw && element !== "" ? start : end);
      return;
    }
    this.#put(TAG, start, end);
    const isOpen = this.#attributes(end);
    const endTag = isOpen ? rawElements.get(element) : undefined;
    if (endTag !== undefined) this.#rawText(endTag);
  }

  /** Reads the attributes of a start tag and its end. Returns true if the element has content. */
  #attributes(from: number): boolean {
    const html = this.#html;
    const { length } = html;
    for (let at = this.#pastSpace(from); at < length; at = this.#pastSpace(at)) {
      if (this.#place > full) this.#passOn();
      const code = codeUnitAt(html, at);
      if (code === GREATER) {
        this.#put(OPENS, at, at);
        this.#goOnFrom(at + 1);
        return true;
      }
      if (code !== SLASH) {
        at = this.#attribute(at);
        continue;
      }
      at = this.#pastSpace(at + 1);
      if (at === length) {
        this.#textToEnd(LAST);
        return false;
      }
      if (codeUnitAt(html, at) !== GREATER) continue;
      this.#put(OPENS_AND_CLOSES, at, at);
      this.#goOnFrom(at + 1);
      return false;
    }
    this.#goOnFrom(length);
    return false;
  }

  /** Reads an attribute, and returns the position behind it. One that the end of the page cuts off is none. */
  #attribute(nameStart: number): number {
    const html = this.#html;
    const { length } = html;
    const nameEnd = this.#endOfAttributeName(nameStart);
    let at = this.#pastSpace(nameEnd);
    if (at === length) return length;
    let [start, end] = [nameEnd, nameEnd];
    if (codeUnitAt(html, at) === EQUALS) {
      start = this.#pastSpace(at + 1);
      const quote = start < length ? QUOTES.get(codeUnitAt(html, start)) : undefined;
      if (quote === undefined) at = end = this.#endOfValue(start);
      else {
        start += 1;
        end = html.indexOf(quote, start);
        if (end < 0) return length;
        at = end + 1;
      }
      if (end === length) return length;
    }
    const place = this.#place;
    this.#put(ATTRIBUTE, nameStart, nameEnd);
    tokens[place + 3] = start;
    tokens[place + 4] = end;
    return at;
  }

  /** Reads the content of a script or another element whose content is text, and its end tag. */
  #rawText(endTag: string): void {
    const html = this.#html;
    const { length } = html;
    let open = html.indexOf("<", this.#start);
    while (open >= 0) {
      let at = open + 1;
      while (at < length && (codeUnitAt(html, at) | 0x20) === endTag.charCodeAt(at - open)) at += 1;
      const isWhole = at - open === endTag.length && at < length;
      if (isWhole && (codeUnitAt(html, at) === GREATER || isSpace(codeUnitAt(html, at)))) {
        this.#text(open);
        this.#endTagNamed(open + 2, at);
        return;
      }
      open = html.indexOf("<", at);
    }
    this.#textToEnd(this.#start);
  }

  #pastSpace(from: number): number {
    const html = this.#html;
    let at = from;
    while (at < html.length && isSpace(codeUnitAt(html, at))) at += 1;
    return at;
  }

  #endOfTagName(start: number): number {
    const html = this.#html;
    let at = start + 1;
    while (at < html.length && !endsName(codeUnitAt(html, at))) at += 1;
    return at;
  }

  /** The first character of the name may be any. */
  #endOfAttributeName(start: number): number {
    const html = this.#html;
    let at = start + 1;
    while (at < html.length) {
      const code = codeUnitAt(html, at);
      if (code === EQUALS || endsName(code)) break;
      at += 1;
    }
    return at;
  }

  /** Returns the end of a value without quotes, or of the name of an end tag. */
  #endOfValue(start: number): number {
    const html = this.#html;
    let at = start;
    while (at < html.length) {
      const code = codeUnitAt(html, at);
      if (code === GREATER || isSpace(code)) break;
      at += 1;
    }
    return at;
  }
}
