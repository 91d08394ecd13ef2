import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { UsageError, whyUnreadable } from "../errors.js";
import { turn, Turns } from "../run/until-aborted.js";

/** What is said of standard output when a command that streams is stopped. */
export const OUTPUT_IS_PART = "its output is not whole";

/** The same lines as of {@link linesOf}, and the name of the place of the one that was taken last. */
export function placedLines(paths: readonly string[]): {
  readonly lines: AsyncGenerator<string>;
  readonly place: () => string;
} {
  const at = { file: "", line: 0 };
  return { lines: linesOf(paths, at), place: () => `${at.file}, line ${at.line}` };
}

/** The lines of files, one after the other, or of standard input when none is named; empty ones are left out. */
export async function* linesOf(
  paths: readonly string[],
  at: { file: string; line: number } = { file: "", line: 0 },
): AsyncGenerator<string> {
  for (const path of paths.length === 0 ? ["-"] : paths) {
    const input = path === "-" ? process.stdin : createReadStream(path);
    at.file = path === "-" ? "standard input" : path;
    at.line = 0;
    try {
      for await (const line of split(input.setEncoding("utf8"))) {
        at.line += 1;
        if (line !== "") yield line;
      }
    } catch (cause) {
      throw new UsageError(`${path} cannot be read: ${whyUnreadable(cause)}`, { cause });
    }
  }
}

/** Only a newline ends a line: JSON may hold U+2028, which `readline` takes for another one. */
async function* split(chunks: AsyncIterable<unknown>): AsyncGenerator<string> {
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    const text = String(chunk);
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      pieces.push(text.slice(start, end));
      yield withoutReturn(pieces.join(""));
      pieces = [];
      start = end + 1;
    }
    pieces.push(text.slice(start));
  }
  yield withoutReturn(pieces.join(""));
}

const withoutReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);

/** Throws a `UsageError` for a file that cannot be read, before any work starts. */
export async function requireReadable(paths: readonly string[]): Promise<void> {
  for (const path of paths.filter((each) => each !== "-")) {
    try {
      await access(path, constants.R_OK);
    } catch (cause) {
      throw new UsageError(`${path} cannot be read: ${whyUnreadable(cause)}`, { cause });
    }
  }
}

/**
 * Writes lines to standard output in large pieces, waiting whenever the reader is slower. Throws the stream's error
 * when the reader is gone, and the signal's reason once it is aborted.
 */
export async function writeLines(
  lines: Iterable<string> | AsyncIterable<string>,
  signal?: AbortSignal,
): Promise<void> {
  const turns = new Turns();
  let piece = "";
  for await (const line of lines) {
    await turns.take();
    signal?.throwIfAborted();
    piece += `${line}\n`;
    if (piece.length > 1 << 16) {
      await write(piece);
      piece = "";
      // A pipe holds the whole process up while its reader is slow: what was said meanwhile is heard before more is
      // written.
      await turn();
    }
  }
  if (piece !== "") await write(piece);
}

function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
