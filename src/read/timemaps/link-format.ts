import type { FetchedResponse } from "../types.js";
import type { TimeMapCollector } from "./document.js";

/** One link of application/link-format (RFC 6690) or of an HTTP Link header (RFC 8288). */
interface Link {
  readonly uri: string;
  /** Attributes by their names in lower case. If an attribute is repeated, the first counts (RFC 8288, section 3.3). */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Matches the rest of a line up to a `>`. */
const FIRST_END = /[^\n>]*>/y;

/**
 * Matches up to the `>` that ends a URI. URIs in TimeMaps contain commas, quotes, spaces and even `<` and `>`, so it is the first `>`
 * before an attribute, a comma, another link or the end, but always on the same line.
 */
const URI_END = /[^\n]*?>(?=[;,<\s]|$)/y;

const endOf = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
};

function lineEnd(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline < 0 ? text.length : newline;
}

/** Parses the links that archives write, even if they do not follow the standard. Takes linear time. */
export function* links(
  text: string,
  onDamage: (what: string, at: string) => void,
): Generator<Link> {
  /** Position up to which no `>` ends a URI as it should. */
  let barren = 0;
  /** End of the line of the link. */
  let line = 0;
  for (let open = text.indexOf("<"); open >= 0;) {
    if (line <= open) line = lineEnd(text, open);
    const found = open < barren ? -1 : endOf(URI_END, text, open);
    if (found < 0) barren = line;
    const close = found < 0 ? endOf(FIRST_END, text, open) : found;
    if (close < 0) {
      onDamage("links cut off in the URI", text.slice(open, open + 200));
      open = text.indexOf("<", line);
      continue;
    }
    const attributes = new Map<string, string>();
    const end = readAttributes(text, close, attributes);
    yield { uri: text.slice(open + 1, close - 1).trim(), attributes };
    open = text.indexOf("<", end);
  }
}

/** Without quotes, a date contains spaces and one comma. */
const DATES = new Set(["datetime", "from", "until"]);
/** The comma in "Wed, 13 May 2009" is followed by a digit. The comma between links is not. */
const BARE_DATE = /^(?:[^;<\n,]|,(?=[ \t]*\d))*/;
const LONGEST_DATE = 200;
const BLANKS = /[\s;]*/y;
const PARAMETER_NAME = /[^\s=;,<]*/y;
const SPACE = /\s*/y;
const BARE = /[^\s;,<]*/y;

/** Returns the index after the link. */
function readAttributes(text: string, start: number, attributes: Map<string, string>): number {
  for (let at = start; ;) {
    at = endOf(BLANKS, text, at);
    if (at >= text.length || text[at] === "," || text[at] === "<") return at;
    const nameEnd = endOf(PARAMETER_NAME, text, at);
    const name = text.slice(at, nameEnd).toLowerCase();
    at = endOf(SPACE, text, nameEnd);
    if (text[at] !== "=") continue;
    at = endOf(SPACE, text, at + 1);
    const quote = text[at];
    let value: string;
    if (quote === '"' || quote === "'") [value, at] = quoted(text, at, quote);
    else {
      const date = DATES.has(name) ? BARE_DATE.exec(text.slice(at, at + LONGEST_DATE)) : null;
      const end = date === null ? endOf(BARE, text, at) : at + date[0].length;
      value = text.slice(at, end).trim();
      at = end;
    }
    if (!attributes.has(name)) attributes.set(name, value);
  }
}

/** Returns a value and the index after it. A missing quote costs one link and not the rest of the TimeMap. */
function quoted(text: string, start: number, quote: string): [value: string, end: number] {
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
  return [value + text.slice(from, at), Math.min(at + 1, text.length)];
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
