import { isAscii, isUtf8 } from "node:buffer";

/** The named fields of a WARC record (WARC 1.1, section 4) or of an HTTP message: names in lower case. */
export type Fields = ReadonlyMap<string, string>;

/**
 * Length of the header block at the front of these bytes, its empty last line included: lines may end in CRLF or LF.
 * Undefined when there is no empty line.
 */
export function headerBlockLength(bytes: Buffer): number | undefined {
  let at = 0;
  for (;;) {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) return undefined;
    const empty = end === at || (end === at + 1 && bytes[at] === 0x0d);
    if (empty) return end + 1;
    at = end + 1;
  }
}

/**
 * The fields of header lines; folded lines are joined. Of a field given twice the first counts, but `lists` names
 * (in lower case) those whose values are joined, `lastOnes` those of which the last one counts.
 */
export function parseFields(
  lines: readonly string[],
  lists: ReadonlySet<string> = new Set(),
  lastOnes: ReadonlySet<string> = new Set(),
): Map<string, string> {
  const fields = new Map<string, string>();
  let last: string | undefined;
  for (const line of lines) {
    if (/^[ \t]/u.test(line) && last !== undefined) {
      fields.set(last, `${fields.get(last) ?? ""} ${line.trim()}`);
      continue;
    }
    const colon = line.indexOf(":");
    last = undefined;
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = fields.get(name);
    if (before !== undefined && !lists.has(name) && !lastOnes.has(name)) continue;
    fields.set(name, before !== undefined && lists.has(name) ? `${before}, ${value}` : value);
    last = name;
  }
  return fields;
}

/** The lines of a header block, without their line ends; a line that is no UTF-8 is read as Latin-1. */
export function headerLines(block: Buffer): string[] {
  const lines = block.toString("latin1").split(/\r?\n/u);
  if (isAscii(block)) return lines;
  return lines.map((line) => {
    const bytes = Buffer.from(line, "latin1");
    return isUtf8(bytes) ? bytes.toString("utf8") : line;
  });
}
