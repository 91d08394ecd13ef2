import { latin1 } from "./platform/machine.js";

/** Number of bytes that are inspected. */
const START_BYTES = 2048;

/**
 * Minimum share of the characters that are ASCII, such as markup and spaces, in a text that is recognised as UTF-16 without a byte
 * order mark. Every such character has a byte 0 on the same side.
 */
const LEAST_ASCII = 0.04;

type Utf16 = "utf-16le" | "utf-16be";

/** Returns the encoding that a byte order mark of UTF-16 names. */
export function utf16Mark([first, second]: Uint8Array): Utf16 | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/**
 * Returns the encoding of a text in UTF-16 by its byte order mark, or by its bytes 0. Returns undefined for any other text and for
 * binary data.
 */
export function utf16Of(bytes: Uint8Array): Utf16 | undefined {
  const marked = utf16Mark(bytes);
  if (marked !== undefined) return marked;
  const start = bytes.subarray(0, START_BYTES);
  // The cheapest check is first, because hardly any page is in UTF-16.
  if (!start.includes(0)) return undefined;
  if (isAsciiBeside(start, 1)) return "utf-16le";
  return isAsciiBeside(start, 0) ? "utf-16be" : undefined;
}

/**
 * Returns the beginning of a text as Latin-1, without a byte order mark and the white space before its first character. Of
 * a text in UTF-16 these are its ASCII characters.
 */
export function textStart(bytes: Uint8Array): string {
  const start = bytes.subarray(0, 4096);
  let text = latin1(start);
  if (utf16Of(start) !== undefined) {
    text = text.slice(utf16Mark(start) === undefined ? 0 : 2).replaceAll("\0", "");
  }
  return text.replace(/^\u{ef}\u{bb}\u{bf}/u, "").trimStart();
}

/**
 * Tells whether enough pairs of bytes are an ASCII character with its byte 0 at `side`. A page of single bytes with some bytes 0 in it has
 * far more pairs of two ASCII characters, which would be ideographs.
 */
function isAsciiBeside(bytes: Uint8Array, side: 0 | 1): boolean {
  const pairs = Math.floor(bytes.length / 2);
  let [ascii, doubles] = [0, 0];
  for (let pair = 0; pair < pairs; pair += 1) {
    const character = bytes[2 * pair + 1 - side]!;
    const high = bytes[2 * pair + side]!;
    // Characters of Latin-1 have the same byte 0, and no text contains control characters.
    if (high === 0 && !isPrinted(character) && character < 0x80) return false;
    if (high === 0 && isPrinted(character)) ascii += 1;
    else if (isPrinted(high) && isPrinted(character)) doubles += 1;
  }
  return pairs >= FEWEST_PAIRS && ascii >= LEAST_ASCII * pairs && 10 * ascii > doubles;
}

/** True for an ASCII character that texts contain. */
const isPrinted = (byte: number): boolean =>
  (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d);

/** Minimum number of characters by which a text can be recognised. */
const FEWEST_PAIRS = 4;
