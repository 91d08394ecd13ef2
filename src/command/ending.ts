import { blamed, Failed, failureOf, loadedPlugins, pluginName } from "../base/failures.js";
import { reportRequest } from "../base/version.js";

/** Exit statuses (docs/reference.md). If several apply, the first of 2, 1, 5, 6, 7, 3, 4 is used; 0 if none does. */
export const exitStatus = {
  finished: 0,
  ourBug: 1,
  usage: 2,
  strictFailures: 3,
  failOnMet: 4,
  incomplete: 5,
  nothingJudged: 6,
  codeFailed: 7,
  hungUp: 129,
  interrupted: 130,
  quit: 131,
  terminated: 143,
} as const;

/** The exit status, once it is knownStatus. A plug-in that calls `process.exit(0)` before or after that does not make it 0. */
let knownStatus: number | undefined;

/** Records that the run is over, so that the process may end with this status. */
function endRun(status: number): void {
  knownStatus = status;
}

let logMistake: ((message: string) => void) | undefined;

/** Sets where a mistake is written as well as to standard error: the log file, if there is one. */
export function logMistakesTo(write: typeof logMistake): void {
  logMistake = write;
}

/** Reports a knownStatus mistake or a full disk in a line. */
export function tellMistake(message: string): void {
  process.stderr.write(`detect_off_topic: ${message}\n`);
  try {
    logMistake?.(message);
  } catch {
    // The disk of the log file may be full.
  }
}

let isStopped = false;

/** Records that a signal has asked the run to stop. */
export function noteStop(): void {
  isStopped = true;
}

/** Ends the process as soon as nothing is left to do; a stopped run does not wait until its messages have been read. */
export function exitWith(status: number): void {
  if (isStopped) exitNow(status);
  endRun(status);
}

export function exitNow(status: number): never {
  endRun(status);
  process.exit(status);
}

/**
 * Reports unexpected ends of the process, which plug-ins can cause: their code waits for what never happens, calls `process.exit`, or
 * throws where nothing catches the error. Each has its own exit status, never 0.
 */
export function watchEnding(): void {
  process.on("uncaughtException", (cause) => {
    exitNow(reportFailure(cause));
  });
  process.on("exit", () => {
    if (knownStatus !== undefined) {
      // A failed write may have set another status. A status of 0 in its place can only come from a plug-in.
      if (process.exitCode === undefined || process.exitCode === 0) process.exitCode = knownStatus;
      return;
    }
    Error.stackTraceLimit = 100;
    process.exitCode = reportEarlyEnd(new Error().stack ?? "");
  });
}

const ourBug = `a bug of ours, ${reportRequest}`;

/** Reports an error that is not the user's mistake, with its stack. Returns the exit status. */
export function reportFailure(cause: unknown): number {
  if (cause instanceof Failed) {
    const { what, stack } = failureOf(cause.what, cause);
    writeLines(`failed: ${what}`, stack);
    return exitStatus.codeFailed;
  }
  const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  const plugins = blamed(stack, loadedPlugins());
  const isOurs = plugins.length === 0;
  writeLines(isOurs ? ourBug : `failed: plug-in ${plugins.join(", ")}`, stack);
  return isOurs ? exitStatus.ourBug : exitStatus.codeFailed;
}

/** `stack` is the stack at the exit and shows the caller of `process.exit`. Returns the exit status. */
function reportEarlyEnd(stack: string): number {
  const nothing = "No output file was written";
  const callers = blamed(stack, loadedPlugins());
  if (stack.includes("process.exit") && callers.length > 0) {
    writeLines(`failed: plug-in ${callers.join(", ")} ended the process. ${nothing}.`);
    return exitStatus.codeFailed;
  }
  const [first] = loadedPlugins().map(pluginName);
  if (first !== undefined) {
    writeLines(`failed: the run ended early, with a plug-in (${first}). ${nothing}.`);
    return exitStatus.codeFailed;
  }
  writeLines(`${ourBug}: the run ended early`);
  return exitStatus.ourBug;
}

function writeLines(...lines: readonly string[]): void {
  process.stderr.write(`detect_off_topic: ${lines.join("\n")}\n`);
}
