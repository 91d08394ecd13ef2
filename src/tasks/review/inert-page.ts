import { decodeText } from "../../read/coding/charset.js";

/**
 * What stands in the place of the name of a tag. Frames become elements that show nothing, objects show what stands within them.
 * Elements that stay are given an attribute: of two attributes with one name HTML takes the first, whatever the page says
 * behind it. No value has quotes, since a tag may also be text within the quotes of another one.
 */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  // Both are read as raw text up to their end tag, so the rest of the page is parsed as before.
  ["<iframe", "<noframes"],
  ["</iframe", "</noframes"],
  // No browser runs applets any more. The parser treats both names alike.
  ["<object", "<applet"],
  ["</object", "</applet"],
  ["<frame", "<link rel=none "],
  ["<embed", "<link rel=none "],
  ["<link", "<link rel=none "],
  ["<meta", "<meta http-equiv=none "],
  // A sandbox without pop-ups drops such a click; without the target the frame itself would go there.
  ["<a", "<a target=_blank "],
  ["<area", "<area target=_blank "],
]);

const TAG = /<\/?(?:iframe|frame|object|embed|link|meta|area|a)(?=[\t\n\f\r />])/giu;

/**
 * Returns an archived page as UTF-8, without what makes browsers open connections whatever the Content-Security-Policy
 * says: they connect to the host of a frame before they check the policy, and no directive is about `rel=preconnect`. The tags
 * are found without parsing, wherever they stand, so no parser can disagree on what is a tag.
 */
export function inertPage(
  bytes: Uint8Array,
  contentType: string | undefined,
  guessedCharset: string | undefined,
): Uint8Array {
  const { html } = decodeText(bytes, contentType, guessedCharset);
  return Buffer.from(html.replace(TAG, (tag) => INSTEAD.get(tag.toLowerCase()) ?? tag));
}
