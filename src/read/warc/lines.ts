import type { ByteWindow } from "./bytes.js";

/** Maximum size of a line in bytes. A longer line is skipped, so that a hostile file cannot use up the memory. */
const LONGEST_BYTES = 1 << 26;
const STEP = 1 << 20;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

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
    if (end < 0 && bytes.window.length < LONGEST_BYTES) {
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
