import { setFlagsFromString } from "node:v8";
import { codeOf, messageOf, UsageError } from "../base/errors.js";
import { printable } from "../base/text.js";
import { version } from "../base/version.js";
import { endRun, exitNow, exitStatus, reportFailure, watchEnding } from "../command/ending.js";

// Left to itself, V8 lets garbage grow to four times what is in use before it looks for it: hundreds of megabytes. A short
// run has no such heap, and starts quicker without: Node's own modules are compiled again under another flag.
setTimeout(() => setFlagsFromString("--heap-growing-percent=100"), 1_000).unref();

watchEnding();
const status = await main(process.argv.slice(2));
// A pipe that is still being waited for would keep a run alive that has been stopped.
if (status >= exitStatus.hungUp) exitNow(status);
endRun();
// Output that was lost since has set a status of its own; 0 can only be from a plug-in.
if (process.exitCode === undefined || process.exitCode === 0) process.exitCode = status;

/** Runs the command; returns its exit status. Known mistakes are one line on standard error, bugs show their stack. */
async function main(argv: readonly string[]): Promise<number> {
  if (argv.length === 1 && argv[0] === "--version") {
    process.stdout.write(`${version}\n`);
    return exitStatus.finished;
  }
  leaveClosedPipesToWriters();
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
      // What a user or a file said may be quoted, line ends included.
      const line = printable(cause.message.replace(/\s*\n\s*/gu, " "));
      process.stderr.write(`detect_off_topic: ${line}\n`);
      return exitStatus.usage;
    }
    if (codeOf(cause) === "EPIPE") return exitStatus.finished;
    if (isFull(cause)) {
      process.stderr.write(
        `detect_off_topic: the disk is full (${messageOf(cause)}). Free some space, or set TMPDIR to a larger disk, and run again.\n`,
      );
      return exitStatus.incomplete;
    }
    return reportFailure(cause);
  }
}

/**
 * Whoever reads our output may stop early (`| head`): that is not a failure. The write that meets the closed pipe gets an
 * error, and the run ends in good order; messages that nobody reads any more are dropped.
 */
function leaveClosedPipesToWriters(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // EIO: the terminal was closed.
      if (error.code === "EPIPE" || error.code === "EIO") return;
      if (!isFull(error)) throw error;
      process.exitCode = exitStatus.incomplete;
    });
  }
}

/** True for an error, or a cause of it, that says that the process may open no more files. */
function isOutOfFiles(cause: unknown): boolean {
  if (["EMFILE", "ENFILE"].includes(codeOf(cause))) return true;
  return cause instanceof Error && cause.cause !== undefined && isOutOfFiles(cause.cause);
}

function isFull(cause: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "EFBIG"].includes(codeOf(cause));
}
