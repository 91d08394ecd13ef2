import { decodeText } from "../../src/read/coding/charset.js";

/**
 * Returns the bytes of a text in a charset other than UTF-8. Throws an error for a character that the charset lacks.
 */
export function encodeText(text: string, charset: string): Buffer {
  const bytes = bytesIn(charset);
  return Buffer.from(
    Array.from(text).flatMap((character) => {
      const found = bytes.get(character);
      if (found === undefined) throw new Error(`${charset} has no ${character}`);
      return found;
    }),
  );
}

const tables = new Map<string, Map<string, readonly number[]>>();

/**
 * Returns the bytes of each character in a charset. Decodes every sequence of one byte, and in East Asian charsets also
 * every sequence of two bytes.
 */
function bytesIn(charset: string): Map<string, readonly number[]> {
  let table = tables.get(charset);
  if (table !== undefined) return table;
  tables.set(charset, (table = new Map<string, readonly number[]>()));
  const isDouble = /^(?:gb|big|shift|euc)/u.test(charset);
  const decoder = isDouble ? new TextDecoder(charset) : undefined;
  const add = (...bytes: number[]): void => {
    const given = Uint8Array.from(bytes);
    const html = decoder?.decode(given) ?? decodeText(given, `text/html; charset=${charset}`).html;
    if (/^[^\ufffd\ue000-\uf8ff]$/u.test(html) && !table.has(html)) table.set(html, bytes);
  };
  for (let byte = 0; byte < 256; byte++) add(byte);
  if (isDouble)
    for (let first = 0x81; first < 0xff; first++)
      for (let second = 0x40; second < 0xff; second++) add(first, second);
  return table;
}
