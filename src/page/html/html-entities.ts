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

/** Results are cached, because all pages of a site have the same menus. */
const inText = memoise((text) => decodeHTML(text), 4_000, 200);
const inValue = memoise((text) => decodeHTMLAttribute(text), 4_000, 200);
