import type { FetchedResponse } from "../types.js";
import type { TimeMapCollector } from "./document.js";

/** One link of application/link-format (RFC 6690) or of an HTTP Link header (RFC 8288). */
interface Link {
  readonly uri: string;
  /** Attributes by their names in lower case. If an attribute is repeated, the first counts (RFC 8288, section 3.3). */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Parses the links that archives write, even if they do not follow the standard. Takes linear time. */
export function* links(
  text: string,
  onDamage: (what: string, at: string) => void,
): Generator<Link> {
  const uriEnds = new UriEnds(text);
  let at = 0;
  for (;;) {
    const open = text.indexOf("<", at);
    if (open === -1) return;
    const close = uriEnds.after(open);
    if (close === undefined) {
      onDamage("links cut off in the URI", text.slice(open, open + 200));
      at = uriEnds.endOfLine(open);
      continue;
    }
    const attributes = new Map<string, string>();
    at = readAttributes(text, close + 1, attributes);
    yield { uri: text.slice(open + 1, close).trim(), attributes };
  }
}

/**
 * Finds the `>` that ends a URI. URIs in TimeMaps contain commas, quotes, spaces and even `<` and `>`, so it is the
 * first `>` before an attribute, a comma, another link or the end, but always on the same line. Must be called from
 * left to right, because it stores the positions that it has found, so that no part of the text is searched twice.
 */
class UriEnds {
  readonly #text: string;
  #close = -1;
  #newline = -1;
  /** Position up to which no `>` is known to end a URI. */
  #barren = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns `undefined` if its line ends first. */
  after(open: number): number | undefined {
    if (this.#close < open) this.#close = this.#find(">", open);
    const first = this.#close;
    const line = this.endOfLine(open);
    if (first >= line) return undefined;
    for (
      let close = Math.max(first, this.#barren);
      close < line;
      close = this.#find(">", close + 1)
    ) {
      if (this.#endsUri(close)) return close;
      this.#barren = close + 1;
    }
    this.#barren = line;
    return first;
  }

  endOfLine(from: number): number {
    if (this.#newline < from) this.#newline = this.#find("\n", from);
    return this.#newline;
  }

  #find(character: string, from: number): number {
    const at = this.#text.indexOf(character, from);
    return at === -1 ? this.#text.length : at;
  }

  #endsUri(close: number): boolean {
    const next = this.#text[close + 1];
    if (this.#text[close] !== ">") return false;
    return next === undefined || ";,<".includes(next) || isSpace(next.charCodeAt(0));
  }
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0;
}

/** Without quotes, a date contains spaces and one comma. */
const dates = new Set(["datetime", "from", "until"]);

/** Returns the index after the link. */
function readAttributes(text: string, start: number, attributes: Map<string, string>): number {
  let at = start;
  for (;;) {
    while (isSpace(text.charCodeAt(at)) || text[at] === ";") at += 1;
    if (at >= text.length || text[at] === "," || text[at] === "<") return at;
    const nameStart = at;
    while (at < text.length && !isSpace(text.charCodeAt(at)) && !"=;,<".includes(text[at]!))
      at += 1;
    const name = text.slice(nameStart, at).toLowerCase();
    while (isSpace(text.charCodeAt(at))) at += 1;
    if (text[at] !== "=") continue;
    at += 1;
    while (isSpace(text.charCodeAt(at))) at += 1;
    const quote = text[at];
    const value =
      quote === '"' || quote === "'"
        ? quoted(text, at, quote)
        : dates.has(name)
          ? bareDate(text, at)
          : bare(text, at);
    if (!attributes.has(name)) attributes.set(name, value.text);
    at = value.end;
  }
}

interface AttributeValue {
  readonly text: string;
  readonly end: number;
}

/** A missing quote then costs one link and not the rest of the TimeMap. */
function quoted(text: string, start: number, quote: string): AttributeValue {
  let at = start + 1;
  let from = at;
  let value = "";
  for (; at < text.length && text[at] !== quote && text[at] !== "\n"; at += 1) {
    if (text[at] === "\\" && quote === '"' && at + 1 < text.length) {
      value += text.slice(from, at);
      at += 1;
      from = at;
    }
  }
  return { text: value + text.slice(from, at), end: at + 1 };
}

function bare(text: string, start: number): AttributeValue {
  let at = start;
  while (at < text.length && !isSpace(text.charCodeAt(at)) && !";,<".includes(text[at]!)) at += 1;
  return { text: text.slice(start, at), end: at };
}

function bareDate(text: string, start: number): AttributeValue {
  let at = start;
  for (; at < text.length && !";<\n".includes(text[at]!); at += 1) {
    // The comma in "Wed, 13 May 2009" is followed by a digit. The comma between links is not.
    if (text[at] === "," && !/^,[ \t]*\d/.test(text.slice(at, at + 8))) break;
  }
  return { text: text.slice(start, at).trim(), end: at };
}

/** Returns the relation types of a link in lower case. */
function relations(link: Link): ReadonlySet<string> {
  return new Set((link.attributes.get("rel") ?? "").toLowerCase().split(/\s+/));
}

export function linkTo(
  relation: string,
  { headers }: Pick<FetchedResponse, "headers">,
): string | undefined {
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== "link") continue;
    for (const link of links(value, () => undefined)) {
      if (relations(link).has(relation)) return link.uri;
    }
  }
  return undefined;
}

/**
 * Reads a TimeMap in link-format (RFC 7089, section 5). Every `rel="timemap"` link is a further page, except for `self`
 * and for other formats of the same TimeMap (MemGator).
 */
export function readLinkFormat(text: string, into: TimeMapCollector): void {
  for (const link of links(text, (what, at) => into.trouble.add(what, at))) {
    const { uri, attributes } = link;
    const rel = relations(link);
    if (rel.has("memento")) into.addMemento(uri, attributes.get("datetime"));
    if (rel.has("original")) into.setUriR(uri);
    if (rel.has("self")) into.setSelf(uri);
    else if (rel.has("timemap") && isLinkFormat(attributes.get("type"))) into.addPage(uri);
    if (!attributes.has("rel")) into.trouble.add("links without a relation", uri);
  }
}

function isLinkFormat(type: string | undefined): boolean {
  return type === undefined || type === "" || /^application\/link-format\b/i.test(type.trim());
}
