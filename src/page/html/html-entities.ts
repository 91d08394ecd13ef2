import { decodeHTML, decodeHTMLAttribute } from "entities/lib/decode.js";
import { memoise } from "../../base/math/memo.js";

/*
 * The tokenizer decodes no entities, which is twice as fast: only the few texts and values that may contain an entity are
 * decoded.
 */

/** Returns a text with entities decoded. */
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
