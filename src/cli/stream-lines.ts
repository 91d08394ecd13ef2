import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { access, constants } from "node:fs/promises";
import { messageOf, UsageError } from "../errors.js";

/** The lines of files, one after the other, or of standard input when none is named. */
export async function* linesOf(paths: readonly string[]): AsyncGenerator<string> {
  for (const path of paths.length === 0 ? ["-"] : paths) {
    const input = path === "-" ? process.stdin : createReadStream(path);
    try {
      for await (const line of createInterface({ input, crlfDelay: Infinity })) {
        if (line !== "") yield line;
      }
    } catch (cause) {
      throw new UsageError(`${path} cannot be read: ${messageOf(cause)}`, { cause });
    }
  }
}

/** Throws a `UsageError` for a file that cannot be read, before any work starts. */
export async function requireReadable(paths: readonly string[]): Promise<void> {
  for (const path of paths.filter((each) => each !== "-")) {
    try {
      await access(path, constants.R_OK);
    } catch (cause) {
      throw new UsageError(`${path} cannot be read: ${messageOf(cause)}`, { cause });
    }
  }
}

/** Writes lines to standard output in large pieces, waiting whenever the reader is slower. */
export async function writeLines(lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  let piece = "";
  for await (const line of lines) {
    piece += `${line}\n`;
    if (piece.length > 1 << 16) {
      await write(piece);
      piece = "";
    }
  }
  if (piece !== "") await write(piece);
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}
