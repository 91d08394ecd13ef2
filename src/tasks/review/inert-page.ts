import { decodeText } from "../../read/coding/charset.js";

/**
 * Replacements for the names of tags. Frames become elements that show nothing, and objects show their fallback
 * content. Other elements get an attribute. HTML uses the first of two attributes with one name, so the page's own
 * attribute has no effect. The values have no quotes, because the tag may also be text inside a quoted attribute.
 */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  // Both elements contain raw text up to their end tag, so the rest of the page is parsed as before.
  ["<iframe", "<noframes"],
  ["</iframe", "</noframes"],
  // No browser runs applets any more, and the parser treats both names in the same way.
  ["<object", "<applet"],
  ["</object", "</applet"],
  ["<frame", "<link rel=none "],
  ["<embed", "<link rel=none "],
  ["<link", "<link rel=none "],
  ["<meta", "<meta http-equiv=none "],
  // A sandbox without pop-ups ignores clicks on such links. Without the target, the frame itself would follow the link.
  ["<a", "<a target=_blank "],
  ["<area", "<area target=_blank "],
]);

const TAG = /<\/?(?:iframe|frame|object|embed|link|meta|area|a)(?=[\t\n\f\r />])/giu;

/**
 * Returns an archived page as UTF-8 and removes the parts for which browsers open connections despite the
 * Content-Security-Policy. Browsers connect to the host of a frame before they check the policy, and no directive
 * covers `rel=preconnect`. Tags are found anywhere in the text without parsing. A browser's parser therefore cannot
 * find a tag that this function misses. `linked` gives the decoded page the addresses of its resources before that.
 */
export function inertPage(
  bytes: Uint8Array,
  contentType: string | undefined,
  guessedCharset: string | undefined,
  linked: (html: string) => string = (html) => html,
): Uint8Array {
  const { html } = decodeText(bytes, contentType, guessedCharset);
  return Buffer.from(linked(html).replace(TAG, (tag) => INSTEAD.get(tag.toLowerCase()) ?? tag));
}
