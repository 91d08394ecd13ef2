import { parsedJson } from "../../json.js";
import type { ByteWindow } from "../../warc/bytes.js";
import type { Loss } from "../../warc/record-reader.js";
import { placeOf, type WaczPackage } from "../../warc/wacz.js";
import { ZipTrouble } from "../../warc/zip.js";

/** A page with more text than this in its line is passed over. */
const LONGEST_LINE = 1 << 26;
const STEP = 1 << 20;
const NEWLINE = 0x0a;

/** The lines of the files in `pages/` of a package, read one after the other; `name` is the file's, without `.jsonl`. */
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
      const { bytes, trouble } = await pack.zip.openMember(member);
      for await (const { line, offset } of linesOf(bytes)) {
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
      const message = trouble?.();
      if (message !== undefined) yield { kind: "damage", source, message };
    } catch (cause) {
      if (!(cause instanceof ZipTrouble)) throw cause;
      yield { kind: "damage", source, message: cause.message };
    }
  }
}

/** The lines of bytes that are pulled; longer ones than pages have are left out. */
export async function* linesOf(
  bytes: ByteWindow,
): AsyncGenerator<{ readonly line: string; readonly offset: number }> {
  let searched = 0;
  while (await bytes.ensure(searched + 1)) {
    await bytes.ensure(searched + STEP);
    const end = bytes.window.indexOf(NEWLINE, searched);
    if (end < 0 && bytes.window.length < LONGEST_LINE) {
      searched = bytes.window.length;
      continue;
    }
    const offset = bytes.position;
    if (end >= 0) yield { line: bytes.window.toString("utf8", 0, end), offset };
    bytes.consume(end < 0 ? bytes.window.length : end + 1);
    searched = 0;
  }
  if (bytes.window.length > 0) {
    yield { line: bytes.window.toString("utf8"), offset: bytes.position };
  }
}
