import { codeUnitAt } from "../code-unit.js";

/** Takes what {@link readMarkup} finds, as places in the page, in their order. */
export interface MarkupReader {
  /** Text between tags, or in a script; entities stand as they are. */
  text(start: number, end: number): void;
  /** Returns whether the attributes of the element are wanted. */
  startTag(nameStart: number, nameEnd: number): boolean;
  /** The value is without its quotes, and empty where there is none. */
  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void;
  startTagEnd(isSelfClosing: boolean): void;
  endTag(nameStart: number, nameEnd: number): void;
  instruction(): void;
}

/**
 * Finds tags and text of a page in one pass. It is the tokenizer of htmlparser2 (10) without entities, with all that is
 * odd in it: a test compares the two. It takes a third of the time, because it searches for what ends a text, a value or
 * a comment, and has no state for each character.
 */
export function readMarkup(html: string, to: MarkupReader): void {
  new Markup(html, to).read();
}

const TAB = 0x09;
const NEWLINE = 0x0a;
const FORM_FEED = 0x0c;
const RETURN = 0x0d;
const SPACE = 0x20;
const BANG = 0x21;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const DASH = 0x2d;
const SLASH = 0x2f;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;
const BRACKET = 0x5b;
/** Makes an ASCII letter a small one. */
const SMALL = 0x20;

const isSpace = (c: number): boolean =>
  c === SPACE || c === NEWLINE || c === TAB || c === FORM_FEED || c === RETURN;
const isNameEnd = (c: number): boolean => c === SLASH || c === GREATER || isSpace(c);
const isLetter = (c: number): boolean => (c | SMALL) >= 0x61 && (c | SMALL) <= 0x7a;

const codes = (text: string): Uint8Array => new TextEncoder().encode(text);
const CDATA = codes("CDATA[");
const TITLE = codes("</title");
/** What ends an element that holds text alone, by the second letter of its name, and in what the first one may be. */
const TEXT_ELEMENTS: readonly (readonly [second: number, first: string, end: Uint8Array])[] = [
  [0x63, "s", codes("</script")],
  [0x74, "s", codes("</style")],
  [0x69, "tx", TITLE],
  [0x65, "tx", codes("</textarea")],
  [0x6d, "tx", codes("</xmp")],
];

const S = 0x73;
const T = 0x74;
const X = 0x78;

function endOfTextElement(first: number, second: number): Uint8Array | undefined {
  const letter = String.fromCharCode(first | SMALL);
  return TEXT_ELEMENTS.find(
    ([code, letters]) => code === (second | SMALL) && letters.includes(letter),
  )?.[2];
}

class Markup {
  readonly #html: string;
  readonly #length: number;
  readonly #to: MarkupReader;
  /** Where the text begins that was not handed on. */
  #section = 0;
  /** What ends the content of the element that a start tag began, if nothing else does. */
  #end: Uint8Array | undefined;

  constructor(html: string, to: MarkupReader) {
    this.#html = html;
    this.#length = html.length;
    this.#to = to;
  }

  read(): void {
    for (let from = 0; ;) {
      const tag = this.#find("<", from);
      this.#rest(this.#section, tag);
      if (tag === this.#length) return;
      this.#section = tag;
      from = this.#tag(tag + 1);
    }
  }

  /** Where something comes next; the length of the page where it does not. */
  #find(what: string, from: number): number {
    const at = this.#html.indexOf(what, from);
    return at < 0 ? this.#length : at;
  }

  #rest(start: number, end = this.#length): number {
    if (start < end) this.#to.text(start, end);
    return end;
  }

  /** Text goes on from here, and what comes next is of it. */
  #textFrom(at: number): number {
    this.#section = at;
    return at;
  }

  /** The page ends in what is text from `start` on, or else no text. */
  #ends(start = this.#length): number {
    this.#section = this.#length;
    return this.#rest(start);
  }

  /** Goes on behind the next `>`; what is there of a page without one is text. */
  #skipTag(from: number, section: number): number {
    const end = this.#find(">", from);
    return end === this.#length ? this.#ends(section) : this.#textFrom(end + 1);
  }

  /** What follows a `<`. Returns where to look for the next one. */
  #tag(at: number): number {
    if (at === this.#length) return this.#ends(at - 1);
    const c = codeUnitAt(this.#html, at);
    if (isLetter(c)) return this.#startTag(at, c);
    if (c === SLASH) return this.#endTag(at + 1);
    if (c === BANG) return this.#declaration(at + 1);
    if (c !== QUESTION) return at;
    const end = this.#find(">", at + 1);
    if (end < this.#length) this.#to.instruction();
    return this.#skipTag(end, at + 1);
  }

  #declaration(at: number): number {
    if (at === this.#length) return this.#ends();
    const c = codeUnitAt(this.#html, at);
    if (c === BRACKET) return this.#cdata(at);
    if (c !== DASH) return this.#skipTag(at + 1, at);
    if (at + 1 < this.#length && codeUnitAt(this.#html, at + 1) !== DASH)
      return this.#skipTag(at + 2, at);
    if (at + 1 === this.#length) return this.#ends(at);
    return this.#comment("-->", at);
  }

  #comment(end: string, from: number): number {
    const at = this.#find(end, from);
    return at === this.#length ? this.#ends() : this.#textFrom(at + end.length);
  }

  #cdata(start: number): number {
    let at = start + 1;
    for (const code of CDATA) {
      if (at === this.#length) return this.#ends(start);
      if (codeUnitAt(this.#html, at) !== code) return this.#skipTag(at, start);
      at += 1;
    }
    return this.#comment("]]>", at);
  }

  #endTag(start: number): number {
    const html = this.#html;
    let at = start;
    while (at < this.#length && isSpace(codeUnitAt(html, at))) at += 1;
    if (at === this.#length) return this.#ends(this.#section);
    const c = codeUnitAt(html, at);
    // `</>` is text.
    if (c === GREATER) return at + 1;
    return isLetter(c) ? this.#endTagName(at) : this.#skipTag(at + 1, at);
  }

  #endTagName(start: number): number {
    let at = start + 1;
    for (; at < this.#length; at += 1) {
      const c = codeUnitAt(this.#html, at);
      if (c === GREATER || isSpace(c)) return this.#endTagEnd(start, at);
    }
    return this.#ends();
  }

  #endTagEnd(nameStart: number, nameEnd: number): number {
    this.#to.endTag(nameStart, nameEnd);
    return this.#skipTag(nameEnd, OF_TAG);
  }

  #startTag(start: number, first: number): number {
    this.#end = undefined;
    let at = start + 1;
    const letter = first | SMALL;
    if (letter === S || letter === T || letter === X) {
      if (at === this.#length) return this.#ends(start);
      const end = endOfTextElement(first, codeUnitAt(this.#html, at));
      if (end !== undefined) {
        at = this.#textElement(at + 1, end);
        if (at === this.#length) return this.#ends(start);
      }
    }
    while (at < this.#length && !isNameEnd(codeUnitAt(this.#html, at))) at += 1;
    if (at === this.#length) return this.#ends();
    return this.#attributes(at, this.#to.startTag(start, at));
  }

  /** Whether the name is that of the element with this end. Returns what was not compared. */
  #textElement(start: number, end: Uint8Array): number {
    let at = start;
    for (let place = 4; at < this.#length; at += 1, place += 1) {
      const c = codeUnitAt(this.#html, at);
      if (place === end.length) {
        if (isNameEnd(c)) this.#end = end;
        break;
      }
      if ((c | SMALL) !== end[place]) break;
    }
    return at;
  }

  #attributes(start: number, areWanted: boolean): number {
    const html = this.#html;
    const length = this.#length;
    let at = start;
    while (at < length) {
      const c = codeUnitAt(html, at);
      if (c === GREATER) {
        this.#to.startTagEnd(false);
        this.#section = at + 1;
        return this.#end === undefined ? at + 1 : this.#content(at + 1, this.#end);
      }
      if (isSpace(c)) {
        at += 1;
        continue;
      }
      if (c === SLASH) {
        at += 1;
        while (at < length && isSpace(codeUnitAt(html, at))) at += 1;
        if (at === length) return this.#ends(OF_TAG);
        if (codeUnitAt(html, at) !== GREATER) continue;
        this.#to.startTagEnd(true);
        return this.#textFrom(at + 1);
      }
      at = this.#attribute(at, areWanted);
    }
    return this.#ends();
  }

  /** Returns what follows it. */
  #attribute(nameStart: number, isWanted: boolean): number {
    const html = this.#html;
    const length = this.#length;
    let at = nameStart + 1;
    let c = 0;
    for (; at < length; at += 1) {
      c = codeUnitAt(html, at);
      if (c === EQUALS || isNameEnd(c)) break;
    }
    const nameEnd = at;
    while (at < length && isSpace(codeUnitAt(html, at))) at += 1;
    if (at === length) return length;
    if (codeUnitAt(html, at) !== EQUALS) {
      if (isWanted) this.#to.attribute(nameStart, nameEnd, nameEnd, nameEnd);
      return at;
    }
    at += 1;
    while (at < length && isSpace(codeUnitAt(html, at))) at += 1;
    if (at === length) return length;
    c = codeUnitAt(html, at);
    if (c === QUOTE || c === APOSTROPHE) {
      const end = this.#find(c === QUOTE ? '"' : "'", at + 1);
      if (end === length) return length;
      if (isWanted) this.#to.attribute(nameStart, nameEnd, at + 1, end);
      return end + 1;
    }
    const start = at;
    while (at < length && c !== GREATER && !isSpace(c)) {
      at += 1;
      c = at < length ? codeUnitAt(html, at) : 0;
    }
    if (at < length && isWanted) this.#to.attribute(nameStart, nameEnd, start, at);
    return at;
  }

  /** The content of an element that only its own end tag ends. */
  #content(start: number, end: Uint8Array): number {
    const html = this.#html;
    let matched = 0;
    for (let at = start; at < this.#length; at += 1) {
      const c = codeUnitAt(html, at);
      if (matched === end.length) {
        if (c === GREATER || isSpace(c)) {
          this.#rest(start, at - matched);
          return this.#endTagEnd(at - matched + 2, at);
        }
        matched = 0;
      }
      if ((c | SMALL) === end[matched]) matched += 1;
      else if (matched > 0) matched = c === LESS ? 1 : 0;
      else if (end !== TITLE) {
        at = this.#find("<", at + 1);
        matched = 1;
      }
    }
    return this.#ends(start);
  }
}

/** A page that ends in a tag has its last character for a text, as htmlparser2 says it. */
const OF_TAG = -1;
