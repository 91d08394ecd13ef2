import { parsedJson } from "../../base/json.js";
import { counted } from "../../base/text.js";
import type { Source } from "../../base/types.js";
import type { ByteWindow } from "../warc/bytes.js";
import type { Loss } from "../warc/record-reader.js";
import { lossOf, placeOf, type WaczPackage } from "../warc/wacz.js";

/** Maximum size of a line in bytes. A longer line is skipped, so that a hostile file cannot use up the memory. */
const LONGEST_LINE = 1 << 26;
const STEP = 1 << 20;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** A line of a page list, which is a file in `pages/` of a WACZ. */
export interface PageListLine {
  readonly kind: "line";
  /** Name of the file without `.jsonl`. */
  readonly name: string;
  readonly source: Source;
  /** Number of the line in the file, from 1. */
  readonly number: number;
  readonly value: unknown;
}

/** Further lines of a file that are no JSON are reported together. */
export async function* pageLinesOf(pack: WaczPackage): AsyncGenerator<PageListLine | Loss> {
  for (const member of pack.zip.members) {
    const [, name] = /^pages\/([^/]+)\.jsonl$/u.exec(member.name) ?? [];
    if (name === undefined) continue;
    const source = { file: placeOf(pack, member), offset: 0 };
    let damaged = 0;
    try {
      const { bytes, trouble, progressed } = await pack.zip.openMember(member);
      for await (const { line, offset, number } of linesOf(bytes)) {
        progressed?.();
        if (line.trim() === "") continue;
        const value = parsedJson(line);
        const at = { ...source, offset };
        if (value !== undefined) {
          yield { kind: "line", name, source: at, number, value };
          continue;
        }
        damaged += 1;
        if (damaged > 1) continue;
        yield { kind: "damage", source: at, message: `a line that is not JSON (line ${number})` };
      }
      if (damaged > 1) {
        const message = `${counted(damaged - 1, "further line")} that ${damaged === 2 ? "is" : "are"} not JSON`;
        yield { kind: "damage", source, message };
      }
      const message = await trouble?.();
      if (message !== undefined) yield { kind: "damage", source, message };
    } catch (cause) {
      yield lossOf(source, cause);
    }
  }
}

/** Returns the text without the byte order mark that some editors write at the beginning. */
export const withoutMark = (text: string): string => text.replace(/^\u{feff}/u, "");

/**
 * Yields the lines of a stream of bytes, without empty lines and without the beginning of a line that is too long.
 * `number` counts all lines from the position of the stream on.
 */
export async function* linesOf(
  bytes: ByteWindow,
): AsyncGenerator<{ readonly line: string; readonly offset: number; readonly number: number }> {
  let number = 1;
  const textTo = (end?: number): string => {
    const text = bytes.window.toString("utf8", 0, end);
    return bytes.position === 0 ? withoutMark(text) : text;
  };
  let searched = 0;
  for (;;) {
    if (searched === 0) {
      const ends = lineEnds(bytes.window);
      number += ends.lines;
      bytes.consume(ends.count);
    }
    const end = bytes.window.indexOf(NEWLINE, searched);
    if (end < 0 && bytes.window.length < LONGEST_LINE) {
      searched = bytes.window.length;
      // The file is read in large steps, because a read may cost a request.
      if (!(await bytes.ensure(searched + STEP)) && bytes.window.length === searched) break;
      continue;
    }
    if (end >= 0) {
      yield { line: textTo(end), offset: bytes.position, number };
      number += 1;
    }
    bytes.consume(end < 0 ? bytes.window.length : end + 1);
    searched = 0;
  }
  if (bytes.window.length > 0) yield { line: textTo(), offset: bytes.position, number };
}

/** Returns the number of line ends at the start. A compressed package can have any number of them in a few bytes. */
function lineEnds(window: Buffer): { readonly count: number; readonly lines: number } {
  let count = 0;
  let lines = 0;
  for (; window[count] === NEWLINE || window[count] === RETURN; count += 1) {
    if (window[count] === NEWLINE) lines += 1;
  }
  return { count, lines };
}
