import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { constants, createGunzip, createGzip } from "node:zlib";
import { replaceFile } from "../../base/replace-file.js";

/** Size in characters of the pieces in which lines are compressed. */
const PIECE = 1 << 16;

/** Writes lines as a gzip file. The file is on the disk when the promise resolves. */
export async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const packed = createGzip({ level: constants.Z_BEST_SPEED });
  // Errors of the lines arrive at the stream that is written below.
  pipeline(Readable.from(piecesOf(lines)), packed, () => undefined);
  await replaceFile(path, packed);
}

function* piecesOf(lines: Iterable<string>): Generator<string> {
  let piece = "";
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

/** Yields the lines of such a file. Throws an error if the file is missing or has been changed. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const bytes = createGunzip({ chunkSize: 4 * PIECE });
  pipeline(createReadStream(path), bytes, () => undefined);
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk as Buffer, { stream: true });
    const end = text.lastIndexOf("\n");
    if (end >= 0) yield* (rest + text.slice(0, end)).split("\n");
    rest = end < 0 ? rest + text : text.slice(end + 1);
  }
  if (rest !== "") throw new Error("its last line has no end");
}
