import { isUtf8 } from "../../base/platform/machine.js";
import { decodeAs } from "./decode.js";

/*
 * Texts whose bytes were right and whose letters are not: UTF-8 that a program took for the charset of its country and encoded
 * again, and Hebrew in visual order.
 */

/** Charsets that programs take UTF-8 for, and how many characters in a row show it: one in German, and two in Russian. */
const MISTAKEN = Object.entries({ "windows-1252": 1, "windows-1251": 2 }).map(
  ([charset, least]) => {
    const high = Uint8Array.from({ length: 0x80 }, (_, i) => 0x80 + i);
    const upper = decodeAs(high, charset);
    const [first, later] = [upper.slice(0x42, 0x75), upper.slice(0, 0x40)];
    return {
      leads: new Set(new TextEncoder().encode(first).filter((byte) => byte >= 0xc0)),
      bytes: new Map(Array.from(upper, (character, i) => [character, 0x80 + i])),
      run: new RegExp(`[\\x80-\\x9f${upper}]+`, "gu"),
      sign: new RegExp(`(?:[${first}][\\x80-\\x9f${later}]{1,3}){${least}}`, "u"),
    };
  },
);

/** Number of runs that are UTF-8 encoded twice, below which they may be there by chance: `é…»` is one character. */
const MANY_REPAIRS = 4;

/**
 * Returns a text that was encoded twice as it was before. Returns `undefined` for any other text. A text is encoded twice if nearly
 * all of its runs of characters beyond ASCII are UTF-8 in one of the charsets. `page` is the text in UTF-8.
 */
export function encodedOnce(text: string, page: Uint8Array): string | undefined {
  for (const { leads, bytes, run, sign } of MISTAKEN) {
    if (![...leads].some((byte) => page.includes(byte)) || !sign.test(text)) continue;
    let repaired = 0;
    let others = 0;
    const once = text.replace(run, (found) => {
      const before = Uint8Array.from(found, (each) => bytes.get(each) ?? each.charCodeAt(0));
      if (!isUtf8(before)) {
        others += 1;
        return found;
      }
      repaired += 1;
      return new TextDecoder().decode(before);
    });
    if (repaired >= MANY_REPAIRS && repaired > 10 * others) return once;
  }
  return undefined;
}

/** Matches Hebrew words on one line, without markup, digits and letters of other scripts between them. */
const HEBREW_LINE = /[\u05d0-\u05ea](?:[^\n\r<>&;\p{L}\p{N}]|[\u05b0-\u05ea])*[\u05d0-\u05ea]/gu;

/** Returns a text in visual order (`iso-8859-8` in HTML 4) in the order in which it is read. */
export const inReadingOrder = (html: string): string =>
  html.replace(HEBREW_LINE, (line) => Array.from(line).reverse().join(""));
