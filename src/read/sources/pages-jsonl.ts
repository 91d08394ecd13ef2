import { parsedJson } from "../../base/json.js";
import type { ByteWindow } from "../warc/bytes.js";
import type { Loss } from "../warc/record-reader.js";
import { lossOf, placeOf, type WaczPackage } from "../warc/wacz.js";

/** Maximum size of a line in bytes. A longer line is skipped, so that a hostile file cannot use up the memory. */
const LONGEST_LINE = 1 << 26;
const STEP = 1 << 20;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Yields the lines of the files in `pages/` of a package. `name` is the name of the file without `.jsonl`. */
export async function* pageLinesOf(
  pack: WaczPackage,
): AsyncGenerator<
  { readonly kind: "line"; readonly name: string; readonly value: unknown } | Loss
> {
  for (const member of pack.zip.members) {
    const [, name] = /^pages\/([^/]+)\.jsonl$/u.exec(member.name) ?? [];
    if (name === undefined) continue;
    const source = { file: placeOf(pack, member), offset: 0 };
    try {
      const { bytes, trouble, progressed } = await pack.zip.openMember(member);
      for await (const { line, offset } of linesOf(bytes)) {
        progressed?.();
        if (line.trim() === "") continue;
        const value = parsedJson(line);
        if (value !== undefined) yield { kind: "line", name, value };
        else
          yield {
            kind: "damage",
            source: { ...source, offset },
            message: "a line that is not JSON",
          };
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

/** Yields the lines of a stream of bytes, without empty lines and lines that are too long. */
export async function* linesOf(
  bytes: ByteWindow,
): AsyncGenerator<{ readonly line: string; readonly offset: number }> {
  const textTo = (end?: number): string => {
    const text = bytes.window.toString("utf8", 0, end);
    return bytes.position === 0 ? withoutMark(text) : text;
  };
  let searched = 0;
  for (;;) {
    if (searched === 0) bytes.consume(lineEnds(bytes.window));
    const end = bytes.window.indexOf(NEWLINE, searched);
    if (end < 0 && bytes.window.length < LONGEST_LINE) {
      searched = bytes.window.length;
      // The file is read in large steps, because a read may cost a request.
      if (!(await bytes.ensure(searched + STEP)) && bytes.window.length === searched) break;
      continue;
    }
    if (end >= 0) yield { line: textTo(end), offset: bytes.position };
    bytes.consume(end < 0 ? bytes.window.length : end + 1);
    searched = 0;
  }
  if (bytes.window.length > 0) yield { line: textTo(), offset: bytes.position };
}

/** Returns the number of line ends at the start. A compressed package can have any number of them in a few bytes. */
function lineEnds(window: Buffer): number {
  let count = 0;
  while (window[count] === NEWLINE || window[count] === RETURN) count += 1;
  return count;
}
