import { Parser } from "htmlparser2";
import { percentDecoded } from "../../base/uri.js";
import type { StructuredFormat } from "../../base/structured-data.js";

/*
 * Feeds, sitemaps and JSON as HTML pages of their texts. Only the texts matter, and not the names of elements and members,
 * which stay the same when another owner answers in the same format.
 */

/** Returns the body of an HTML page with the texts of such data. Throws an `Error` of one line for damaged JSON. */
export const textsOf: Readonly<Record<StructuredFormat, (text: string) => string>> = {
  feed: (text) => elementsOf(text, FEED_TEXTS),
  sitemap: (text) => elementsOf(text, SITEMAP_TEXTS),
  json: (text) => stringsOf(text).map(block).join(""),
};

/** Makes HTML of the text of an element, by the element's name without its prefix. */
type Texts = Readonly<Record<string, (text: string) => string>>;

const heading = (text: string): string => `<h2>${asHtml(text)}</h2>\n`;
const block = (text: string): string => `<div>${asHtml(text)}</div>\n`;

/** Texts of RSS 0.9 to 2.0 (with `content:encoded`) and of Atom. */
const FEED_TEXTS: Texts = {
  title: heading,
  subtitle: block,
  description: block,
  encoded: block,
  summary: block,
  content: block,
};

/** A sitemap consists of URIs, whose paths have words. All have one host. News and pictures have titles. */
const SITEMAP_TEXTS: Texts = {
  loc: (uri) =>
    block(
      percentDecoded(uri.replace(/^\w+:\/+[^/]*\//u, "")).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, " "),
    ),
  title: heading,
  caption: block,
};

/** Feeds hold HTML as text, and plain text besides. */
const asHtml = (text: string): string =>
  /<\/?[a-z][^<>]*>|&#?\w+;/iu.test(text)
    ? text
    : text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Maximum depth of elements. The parser takes a time for each end tag that grows with the depth. */
const DEEPEST = 1000;

/** Elements of XHTML within a text stay elements. Throws an `Error` of one line for elements without end. */
function elementsOf(xml: string, texts: Texts): string {
  const found: string[] = [];
  let name: string | undefined;
  let depth = 0;
  let open = 0;
  let parts: string[] = [];
  const parser = new Parser(
    {
      onopentagname(full) {
        open += 1;
        if (open > DEEPEST) throw new Error(`its elements are more than ${DEEPEST} deep`);
        const local = full.slice(full.indexOf(":") + 1).toLowerCase();
        if (name !== undefined) {
          depth += 1;
          parts.push(`<${local}>`);
        } else if (texts[local] !== undefined) {
          name = local;
          depth = 0;
          parts = [];
        }
      },
      ontext(text) {
        if (name !== undefined) parts.push(text);
      },
      onclosetag(full) {
        open -= 1;
        if (name === undefined) return;
        if (depth > 0) {
          depth -= 1;
          parts.push(`</${full.slice(full.indexOf(":") + 1).toLowerCase()}>`);
          return;
        }
        const text = parts.join("").trim();
        if (text !== "") found.push(texts[name]!(text));
        name = undefined;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  return found.join("");
}

/** Returns the strings of JSON in their order, without names of members, URIs and dates. */
function stringsOf(json: string): string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json.replace(/^\u{feff}/u, ""));
  } catch {
    throw new Error("the JSON is damaged");
  }
  const strings: string[] = [];
  // A stack of our own, because data may be nested deeper than functions can call each other.
  const waiting: unknown[] = [parsed];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === "string") {
      if (!NO_WORDS.test(value)) strings.push(value);
    } else if (typeof value === "object" && value !== null) {
      const inside = Object.values(value);
      for (let at = inside.length - 1; at >= 0; at -= 1) waiting.push(inside[at]);
    }
  }
  return strings;
}

const NO_WORDS = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/\S*|[\d\s.:TZ+/-]*|[0-9a-f-]{16,})\s*$/iu;
