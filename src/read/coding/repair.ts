import { isUtf8 } from "../../base/platform/machine.js";
import { upperControls } from "./decode.js";

/*
 * Texts whose bytes were right and whose letters are not: UTF-8 that a program took for windows-1252 and encoded again, and
 * Hebrew in visual order.
 */

/** Bytes of the characters of windows-1252 from 0x80 to 0x9F. */
const BYTES = new Map(Array.from(upperControls, (character, i) => [character, 0x80 + i]));

/** Matches a run of characters that windows-1252 has and ASCII does not. */
const RUN = new RegExp(`[\\x80-\\xff${upperControls}]+`, "gu");

/** The beginning of a UTF-8 character that was encoded again: its first byte, and one that cannot be a letter. */
const SIGN = new RegExp(`[\\xc2-\\xf4][\\x80-\\xbf${upperControls}]`, "u");

/** Number of runs that are UTF-8 encoded twice, below which they may be there by chance: `é…»` is one character. */
const MANY_REPAIRS = 4;

/**
 * Returns a text that was encoded twice as it was before. Returns `undefined` for any other text. A text is encoded twice if nearly
 * all of its runs of characters beyond ASCII are UTF-8 in windows-1252.
 */
export function encodedOnce(text: string): string | undefined {
  if (!SIGN.test(text)) return undefined;
  let repaired = 0;
  let others = 0;
  const once = text.replace(RUN, (run) => {
    const bytes = Uint8Array.from(run, (each) => BYTES.get(each) ?? each.charCodeAt(0));
    if (!isUtf8(bytes)) {
      others += 1;
      return run;
    }
    repaired += 1;
    return new TextDecoder().decode(bytes);
  });
  return repaired >= MANY_REPAIRS && repaired > 10 * others ? once : undefined;
}

/** Matches Hebrew words on one line, without markup, digits and letters of other scripts between them. */
const HEBREW_LINE = /[\u05d0-\u05ea](?:[^\n\r<>&;\p{L}\p{N}]|[\u05b0-\u05ea])*[\u05d0-\u05ea]/gu;

/** Returns a text in visual order (`iso-8859-8` in HTML 4) in the order in which it is read. */
export const inReadingOrder = (html: string): string =>
  html.replace(HEBREW_LINE, (line) => Array.from(line).reverse().join(""));
