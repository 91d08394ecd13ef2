import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { Readable } from "node:stream";
import { constants, gunzipSync, gzipSync } from "node:zlib";
import { replaceFile } from "../../base/replace-file.js";

/** Characters of the lines of a block. A run holds one block of each file that it merges. */
const BLOCK = 1 << 16;

/** Bytes of the length before a block. */
const LENGTH = 4;

/**
 * Writes lines as gzipped blocks, each behind its length, so that several files can be merged line by line. The file is on
 * the disk when the promise resolves.
 */
export const writeLines = (path: string, lines: Iterable<string>): Promise<void> =>
  replaceFile(path, Readable.from(blocksOf(lines)) as AsyncIterable<Uint8Array>);

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
  for (let at = 0; ;) {
    const length = bytesOf(path, at, LENGTH).readUInt32LE();
    const block = gunzipSync(bytesOf(path, at + LENGTH, length)).toString();
    if (block === "") return;
    yield* block.slice(0, -1).split("\n");
    at += LENGTH + length;
  }
}

/** Opens the file each time, because a process may have few files open. */
function bytesOf(path: string, at: number, length: number): Buffer {
  const file = openSync(path, "r");
  try {
    if (at + length > fstatSync(file).size) throw new Error("it has no end");
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, at);
    return bytes;
  } finally {
    closeSync(file);
  }
}
