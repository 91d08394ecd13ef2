import { option, under } from "../base/option.js";
import { whole } from "../base/value-kinds.js";
import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { UsageError, whyUnreadable } from "../base/errors.js";
import { keyOfLine } from "../run/lines/lines.js";
import { partOf } from "../run/setup/shard.js";
import { Turns } from "../run/setup/until-aborted.js";
import { type Output, withOutputs } from "./output.js";
import { writeTexts } from "./write-results.js";

/**
 * Yields the lines of files, one file after the other, or of standard input if no file is named. Skips empty lines.
 * Throws a `UsageError` for a file that cannot be read.
 */
export async function* linesOf(paths: readonly string[]): AsyncGenerator<string> {
  for (const path of paths.length === 0 ? ["-"] : paths) {
    const input = path === "-" ? process.stdin : createReadStream(path);
    try {
      for await (const line of split(input.setEncoding("utf8"))) {
        if (line !== "") yield line;
      }
    } catch (cause) {
      throw new UsageError(`${path} cannot be read: ${whyUnreadable(cause)}`, { cause });
    }
  }
}

/** Splits text at newlines only. `readline` also splits at U+2028, which JSON strings may contain. */
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

/** Throws a `UsageError` for a file that cannot be read, so that the mistake is reported before any work starts. */
export async function requireReadable(paths: readonly string[]): Promise<void> {
  for (const path of paths.filter((each) => each !== "-")) {
    try {
      await access(path, constants.R_OK);
    } catch (cause) {
      throw new UsageError(`${path} cannot be read: ${whyUnreadable(cause)}`, { cause });
    }
  }
}

export const partitionsOption = under("Running", {
  partitions: option(
    "--partitions <n>",
    "write the lines of n parts of all keys to files of their own: -o FILE is FILE.1 to FILE.n",
    { parse: whole(1), needs: ["output", "is about the files of -o"] },
  ),
});

type OutputLines = AsyncIterable<string> | Iterable<string>;

/**
 * Opens the file of `-o`, or the files of `--partitions`, and calls `work` with a function that writes lines to them.
 */
export function withLines<T>(
  { output, partitions }: { readonly output?: string; readonly partitions?: number },
  signal: AbortSignal,
  work: (write: (lines: OutputLines) => Promise<void>) => Promise<T>,
): Promise<T> {
  const names =
    partitions === undefined
      ? [output]
      : Array.from({ length: partitions }, (_, i) => `${output}.${i + 1}`);
  return withOutputs(
    names.map((name) => [name, "-o"]),
    (outputs) =>
      work((lines) =>
        partitions === undefined
          ? writeTexts(withLineEnds(lines), outputs[0]!, signal)
          : writePartitions(lines, outputs, signal),
      ),
  );
}

async function writePartitions(
  lines: OutputLines,
  outputs: readonly Output[],
  signal: AbortSignal,
): Promise<void> {
  const pieces = outputs.map(() => "");
  const turns = new Turns();
  for await (const line of lines) {
    await turns.take();
    signal.throwIfAborted();
    const at = partOf(keyOfLine(line), outputs.length);
    const piece = `${pieces[at]!}${line}\n`;
    pieces[at] = piece.length < PARTITION_PIECE ? piece : "";
    if (piece.length >= PARTITION_PIECE) await outputs[at]!.write(piece);
  }
  for (const [at, piece] of pieces.entries()) await outputs[at]!.write(piece);
}

/** Characters collected for a partition before they are written. */
const PARTITION_PIECE = 1 << 14;

async function* withLineEnds(lines: OutputLines): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
