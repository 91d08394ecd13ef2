import { textStart } from "./utf16.js";

/** A kind of data with texts in it: an RSS or Atom feed, a sitemap, or JSON. */
export type StructuredFormat = "feed" | "sitemap" | "json";

/** The first element says what the data is, whatever the prefix of its namespace. */
const ROOTS: Readonly<Record<string, StructuredFormat>> = {
  rss: "feed",
  feed: "feed",
  rdf: "feed",
  urlset: "sitemap",
  sitemapindex: "sitemap",
};

/** An object with a name, or a list of something: prose in braces or brackets begins with neither. */
const JSON_START = /^(?:\{\s*(?:"|\})|\[\s*(?:[[{\]"\d-]|true|false|null))/u;

/** Returns the kind of data with which these bytes begin, whatever a header or name says. */
export function structuredFormatOf(bytes: Uint8Array): StructuredFormat | undefined {
  const text = textStart(bytes);
  if (JSON_START.test(text)) return "json";
  const [, name = ""] = /^<(?:[\w.-]+:)?(\w+)[\s/>]/u.exec(withoutProlog(text)) ?? [];
  return ROOTS[name.toLowerCase()];
}

/** Leaves out what may stand before the first element: comments, processing instructions and a document type. */
function withoutProlog(text: string): string {
  let rest = text;
  while (rest.startsWith("<!") || rest.startsWith("<?")) {
    const end = rest.startsWith("<!--") ? "-->" : rest.startsWith("<?") ? "?>" : ">";
    const at = rest.indexOf(end);
    if (at === -1) return "";
    rest = rest.slice(at + end.length).trimStart();
  }
  return rest;
}
