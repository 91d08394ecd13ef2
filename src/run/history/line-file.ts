import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { constants, gunzipSync, gzipSync } from "node:zlib";
import { replaceFile } from "../../base/replace-file.js";

/** Characters of the lines of a block. A reader holds one block. */
const BLOCK = 1 << 16;

/** Bytes of the length before a block. */
const LENGTH = 4;

/**
 * Writes lines as gzipped blocks, each behind its length, so that lines can be read one after the other without waiting. The
 * file is on the disk when the promise resolves.
 */
export const writeLines = (path: string, lines: Iterable<string>): Promise<void> =>
  replaceFile(path, blocksOf(lines));

function* blocksOf(lines: Iterable<string>): Generator<Buffer> {
  let block = "";
  for (const line of lines) {
    block += `${line}\n`;
    if (block.length < BLOCK) continue;
    yield packed(block);
    block = "";
  }
  if (block !== "") yield packed(block);
  // The end, by which a file that was cut is known.
  yield packed("");
}

function packed(block: string): Buffer {
  const bytes = gzipSync(block, { level: constants.Z_BEST_SPEED });
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Yields the lines of such a file. Throws an error if the file is missing or has been changed. */
export function* readLines(path: string): Generator<string> {
  const file = openSync(path, "r");
  try {
    for (;;) {
      const length = nextBytes(file, LENGTH).readUInt32LE();
      const block = gunzipSync(nextBytes(file, length)).toString();
      if (block === "") return;
      yield* block.slice(0, -1).split("\n");
    }
  } finally {
    closeSync(file);
  }
}

function nextBytes(file: number, length: number): Buffer {
  // Damage may have made the length one that no block has.
  const bytes = Buffer.alloc(Math.min(length, fstatSync(file).size));
  if (readSync(file, bytes) < length) throw new Error("it has no end");
  return bytes;
}
