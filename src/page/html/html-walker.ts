import { isBlank } from "../words/characters.js";
import { describeElement, type ElementKind, knownElements, OpenElements } from "./html-elements.js";
import { decodedText, readTokens, type TokenReader } from "./tokens.js";

/** Receiver of a page's visible elements, and of the text between two tags in one piece. */
interface PageReader {
  hides(kind: ElementKind): boolean;
  /**
   * Tells whether only the tags of an element are dropped, so that the text before, inside and after it is one piece.
   */
  unwraps(kind: ElementKind): boolean;
  opens(kind: ElementKind): void;
  closes(kind: ElementKind): void;
  /** The text may be blank. */
  text(data: string): void;
}

/**
 * Reads a page in one pass, in time and memory linear in its length. The tokens of the page are combined with the rules
 * of libxml2 (2.12) for omitted and misplaced tags, because jusText reads pages through libxml2. No tree is built.
 * Unlike libxml2 it has no depth limit, keeps text after `</html>`, and lets any element of the body end the head.
 */
export function readPage(html: string, reader: PageReader): void {
  readTokens(html, new Walker(html, reader));
}

const kindOf = (name: string): ElementKind => knownElements.get(name)!;
const html = kindOf("html");
const head = kindOf("head");
const body = kindOf("body");
const paragraph = kindOf("p");
const frames: ReadonlySet<string> = new Set(["noframes", "frame", "frameset"]);
const nameStart = /^[a-z0-9:_.-]*/u;

class Walker implements TokenReader {
  readonly #html: string;
  readonly #reader: PageReader;
  readonly #open = new OpenElements();
  readonly #unknown = new Map<string, ElementKind>();
  #kind: ElementKind = html;
  /** Text that has not been passed on yet. Comments and hidden elements do not interrupt it. */
  #pending = "";
  /** Number of open elements that hide their content. */
  #hiding = 0;
  #headSeen = false;
  #bodySeen = false;
  /** Number of ignored start tags of html, head and body. Their end tags must be ignored too. */
  #ignored = 0;

  constructor(page: string, reader: PageReader) {
    this.#html = page;
    this.#reader = reader;
  }

  text(start: number, end: number, isRaw: boolean): void {
    const text = this.#html.slice(start, end);
    this.#text(isRaw ? text : decodedText(text));
  }

  tag(start: number, end: number): void {
    this.#kind = this.#lookUp(start, end);
  }

  opens(closes: boolean): void {
    this.#startTag(this.#kind, closes || this.#kind.isVoid);
  }

  closes(start: number, end: number): void {
    const kind = this.#lookUp(start, end);
    if (this.#ignored > 0 && (kind === html || kind === head || kind === body)) {
      this.#ignored--;
      return;
    }
    const depth = this.#open.closable(kind);
    while (depth > 0 && this.#open.depth >= depth) this.#close();
  }

  end(): void {
    while (this.#open.depth > 0) this.#close();
    this.#flush();
  }

  #lookUp(start: number, end: number): ElementKind {
    const written = this.#html.slice(start, end);
    const known = knownElements.get(written);
    if (known !== undefined) return known;
    const name = nameStart.exec(written.toLowerCase())![0];
    let kind = knownElements.get(name) ?? this.#unknown.get(name);
    if (kind === undefined) {
      kind = describeElement(name, knownElements.size + this.#unknown.size);
      this.#unknown.set(name, kind);
    }
    return kind;
  }

  #text(data: string): void {
    const { top } = this.#open;
    if ((top === undefined || top === html || top === head) && !isBlank(data)) {
      this.#prepare(paragraph);
      this.#push(paragraph);
    }
    if (this.#hiding === 0) this.#pending += data;
  }

  #startTag(kind: ElementKind, closesAtOnce: boolean): void {
    this.#prepare(kind);
    const ignored =
      (kind === html && this.#open.top !== undefined) ||
      (kind === head && this.#open.depth !== 1) ||
      (kind === body && this.#open.has(body));
    if (ignored) {
      this.#ignored++;
      return;
    }
    this.#push(kind);
    if (closesAtOnce) this.#close();
  }

  /** Closes the elements that a start tag ends, and opens those that must surround the new element. */
  #prepare(kind: ElementKind): void {
    const { ends } = kind;
    if (ends !== undefined)
      while (this.#open.top !== undefined && ends.has(this.#open.top.name)) this.#close();
    if (kind === html) return;
    if (this.#open.top === undefined) this.#push(html);
    if (kind === body || kind === head) return;
    if (this.#open.depth <= 1 && kind.isHeadContent) {
      if (!this.#headSeen) this.#push(head);
    } else if (!frames.has(kind.name) && !this.#bodySeen && !this.#open.has(head)) this.#push(body);
  }

  #push(kind: ElementKind): void {
    if (kind === head) this.#headSeen = true;
    else if (kind === body) this.#headSeen = this.#bodySeen = true;
    const hides = this.#reader.hides(kind);
    const visible = !hides && this.#hiding === 0 && !this.#reader.unwraps(kind);
    this.#open.push(kind, visible);
    if (hides) this.#hiding++;
    if (!visible) return;
    this.#flush();
    this.#reader.opens(kind);
  }

  #close(): void {
    const { kind, visible } = this.#open.pop();
    if (this.#reader.hides(kind)) this.#hiding--;
    if (!visible) return;
    this.#flush();
    this.#reader.closes(kind);
  }

  #flush(): void {
    if (this.#pending === "") return;
    const data = this.#pending;
    this.#pending = "";
    this.#reader.text(data);
  }
}
