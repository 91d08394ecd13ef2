import {
  awaitedCode,
  blamed,
  Failed,
  failureOf,
  loadedPlugins,
  pluginName,
} from "../base/failures.js";

/** Exit statuses (docs/reference.md); the first of 2, 1, 5, 6, 7, 3, 4 that applies is used, else 0. */
export const exitStatus = {
  finished: 0,
  ourBug: 1,
  usage: 2,
  strictFailures: 3,
  failOnMet: 4,
  differencesFound: 4,
  incomplete: 5,
  nothingJudged: 6,
  codeFailed: 7,
  hungUp: 129,
  interrupted: 130,
  quit: 131,
  terminated: 143,
} as const;

/** True once the exit status is known: nothing else may end the process with status 0. */
let isOver = false;

/** Says that the run is over, so that the process may end. */
export function endRun(): void {
  isOver = true;
}

/** Ends the process at once. */
export function exitNow(status: number): never {
  endRun();
  process.exit(status);
}

/**
 * Watches for ends of the process that no call of ours brings about: code of a plug-in waits for ever, ends the process, or throws
 * where nobody catches it. Each is reported and has a status of its own, never 0.
 */
export function watchEnding(): void {
  process.on("uncaughtException", (cause) => {
    exitNow(reportFailure(cause));
  });
  process.on("exit", () => {
    if (isOver) return;
    endRun();
    Error.stackTraceLimit = 100;
    process.exitCode = reportEarlyEnd(new Error().stack ?? "");
  });
}

/** Reports an error that is no mistake of the user, with its stack; returns the exit status. */
export function reportFailure(cause: unknown): number {
  if (cause instanceof Failed) {
    const { what, stack } = failureOf(cause.what, cause);
    say(`failed: ${what}`, stack);
    return exitStatus.codeFailed;
  }
  const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  const plugins = blamed(stack, loadedPlugins());
  const isOurs = plugins.length === 0;
  say(isOurs ? "a bug of ours, please report it" : `failed: plug-in ${plugins.join(", ")}`, stack);
  return isOurs ? exitStatus.ourBug : exitStatus.codeFailed;
}

/** `stack` is that of the exit: it shows who called `process.exit`. */
function reportEarlyEnd(stack: string): number {
  const nothing = "No output file was written";
  const [waiting] = awaitedCode().slice(-1);
  const callers = blamed(stack, loadedPlugins());
  if (stack.includes("process.exit") && callers.length > 0) {
    say(`failed: plug-in ${callers.join(", ")} ended the process. ${nothing}.`);
    return exitStatus.codeFailed;
  }
  if (waiting !== undefined) {
    say(`failed: ${waiting} waits for something that never happens. ${nothing}.`);
    return exitStatus.codeFailed;
  }
  const [first] = loadedPlugins().map(pluginName);
  if (first !== undefined) {
    say(`failed: the run ended early, with a plug-in (${first}). ${nothing}.`);
    return exitStatus.codeFailed;
  }
  say("a bug of ours, please report it: the run ended early");
  return exitStatus.ourBug;
}

function say(...lines: readonly string[]): void {
  process.stderr.write(`detect_off_topic: ${lines.join("\n")}\n`);
}
