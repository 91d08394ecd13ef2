import { setFlagsFromString } from "node:v8";
import { codeOf, NOT_NOW, messageOf, UsageError } from "../base/errors.js";
import { printable } from "../base/text.js";
import { version } from "../base/version.js";
import {
  exitStatus,
  exitWith,
  reportFailure,
  tellMistake,
  watchEnding,
} from "../command/ending.js";

// V8 lets garbage grow by default to four times the live heap before it collects, which is hundreds of megabytes here.
// The flag is set after a second: short runs do not have such a heap, and a flag set at the start would invalidate the
// code cache of Node's own modules.
setTimeout(() => setFlagsFromString("--heap-growing-percent=100"), 1_000).unref();

let isFullTold = false;

watchEnding();
exitWith(await main(process.argv.slice(2)));

/** A known mistake is reported as one line on standard error, a bug with its stack. */
async function main(argv: readonly string[]): Promise<number> {
  leaveClosedPipesToWriters();
  if (argv.length === 1 && argv[0] === "--version") {
    process.stdout.write(`${version}\n`);
    return exitStatus.finished;
  }
  try {
    const { runProgram } = await import("./program.js");
    return await runProgram(argv);
  } catch (cause) {
    if (isOutOfFiles(cause)) {
      process.stderr.write(
        "detect_off_topic: too few files may be open. Raise the limit (ulimit -n 1024), and run again.\n",
      );
      return exitStatus.incomplete;
    }
    if (cause instanceof UsageError) {
      // The message may quote line ends from the command line or a file.
      const line = printable(cause.message.replace(/\s*\n\s*/gu, " "));
      tellMistake(line);
      return codeOf(cause) === NOT_NOW ? exitStatus.incomplete : exitStatus.usage;
    }
    if (codeOf(cause) === "EPIPE") return exitStatus.finished;
    if (isFullDisk(cause)) {
      tellFull(cause);
      return exitStatus.incomplete;
    }
    return reportFailure(cause);
  }
}

/**
 * Keeps a closed pipe (`| head`) from ending the process: a reader may stop early. The write that meets the closed pipe
 * gets the error, and the run ends in good order. Messages that nobody reads any more are dropped. A full disk is told
 * here, because help and lists are written without waiting for the result.
 */
function leaveClosedPipesToWriters(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // EIO: the terminal was closed.
      if (error.code === "EPIPE" || error.code === "EIO") return;
      if (!isFullDisk(error)) throw error;
      // Messages that cannot be kept change no result, and hide no other status.
      if (stream === process.stderr) return;
      process.exitCode = exitStatus.incomplete;
      tellFull(error);
    });
  }
}

function tellFull(cause: unknown): void {
  if (isFullTold) return;
  isFullTold = true;
  const advice =
    cause instanceof Error && "output" in cause
      ? `Free some space for ${String(cause.output)}`
      : "Free some space, or set TMPDIR to a larger disk";
  tellMistake(printable(`the disk is full (${messageOf(cause)}). ${advice}, and run again.`));
}

function isOutOfFiles(cause: unknown): boolean {
  if (["EMFILE", "ENFILE"].includes(codeOf(cause))) return true;
  return cause instanceof Error && cause.cause !== undefined && isOutOfFiles(cause.cause);
}

function isFullDisk(cause: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "EFBIG"].includes(codeOf(cause));
}
