import { blamed, Failed, failureOf, loadedPlugins, pluginName } from "../base/failures.js";

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

/** The exit status, once the run is over. A plug-in that calls `process.exit(0)` does not make it 0. */
let knownStatus: number | undefined;

let logMistake: ((message: string) => void) | undefined;

/** Sets where a mistake is written as well as to standard error: the log file, if there is one. */
export function logMistakesTo(write: typeof logMistake): void {
  logMistake = write;
}

/** Reports a known mistake or a full disk in a line. */
export function tellMistake(message: string): void {
  writeLine(message);
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
  knownStatus = status;
}

export function exitNow(status: number): never {
  knownStatus = status;
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
    process.exitCode = reportEarlyEnd();
  });
}

const ourBug = "a bug of ours, please report it";

/** Reports an error that is not the user's mistake, with its stack. Returns the exit status. */
export function reportFailure(cause: unknown): number {
  if (cause instanceof Failed) {
    const { what, stack } = failureOf(cause.what, cause);
    writeLine(`failed: ${what}\n${stack}`);
    return exitStatus.codeFailed;
  }
  const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return blame(blamed(stack, loadedPlugins()), `\n${stack}`);
}

const reportEarlyEnd = (): number =>
  blame(loadedPlugins().map(pluginName), ": the run ended early. No output file was written.");

/** Says that plug-ins have failed, or this program if there are none. Returns the exit status. */
function blame(plugins: readonly string[], what: string): number {
  const isOurs = plugins.length === 0;
  writeLine(`${isOurs ? ourBug : `failed: plug-in ${plugins.join(", ")}`}${what}`);
  return isOurs ? exitStatus.ourBug : exitStatus.codeFailed;
}

function writeLine(line: string): void {
  process.stderr.write(`detect_off_topic: ${line}\n`);
}
