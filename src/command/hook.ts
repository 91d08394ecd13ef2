import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { atExit } from "../base/at-exit.js";
import { messageOf } from "../base/errors.js";
import { printable } from "../base/text.js";
import { exitStatus, interruptible } from "./exit-status.js";
import type { Log } from "./log.js";

interface Ended {
  /** Outputs in the order of the command line; undefined and `-` are standard output. */
  readonly results: readonly (string | undefined)[];
  readonly summary?: string;
  readonly status: number;
  /** Lines about the verdict changes of a run with a history. The hook gets them on standard input. */
  readonly changes?: readonly string[] | undefined;
}

export interface HookEnd {
  readonly status: number;
  readonly isDone: boolean;
}

/** Milliseconds in which a hook may clean up after SIGTERM, before SIGKILL. */
const GRACE = 5_000;

/**
 * Runs the command of `--hook` in a shell after all output has been written. The exit status of this program is
 * that of the run, or 7 if the hook failed and the status would have been 0, 3 or 4. A signal ends the hook with its
 * children.
 */
export async function runHook(
  command: string | undefined,
  ended: Ended,
  log: Pick<Log, "warn">,
): Promise<HookEnd> {
  if (command === undefined) return { status: ended.status, isDone: true };
  const failure = { why: undefined as string | undefined };
  const stopped = await interruptible(async (signal) => {
    const input = (ended.changes ?? []).map((line) => `${printable(line)}\n`).join("");
    failure.why = await failureOf(command, { env: environment(ended), input }, signal);
    return exitStatus.finished;
  }, "the hook was ended; all output was written");
  if (stopped !== exitStatus.finished) return { status: stopped, isDone: false };
  if (failure.why === undefined) return { status: ended.status, isDone: true };
  log.warn(`--hook failed: ${failure.why}. All output was written.`);
  const mayBeReplaced: readonly number[] = [
    exitStatus.finished,
    exitStatus.strictFailures,
    exitStatus.failOnMet,
  ];
  const status = mayBeReplaced.includes(ended.status) ? exitStatus.codeFailed : ended.status;
  return { status, isDone: false };
}

/** Returns the environment of this process plus the variables of the hook. Options, such as passwords, are not in it. */
function environment({ results, summary, status }: Ended): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("DETECT_OFF_TOPIC_RESULTS"),
  );
  const [first, ...more] = results.map(wholePath);
  return {
    ...Object.fromEntries(others),
    DETECT_OFF_TOPIC_STATUS: String(status),
    DETECT_OFF_TOPIC_SUMMARY: wholePath(summary),
    DETECT_OFF_TOPIC_RESULTS: first ?? "",
    ...Object.fromEntries(more.map((path, i) => [`DETECT_OFF_TOPIC_RESULTS_${i + 2}`, path])),
  };
}

const wholePath = (path = "-"): string => (path === "-" ? "" : resolve(path));

const HAS_GROUPS = process.platform !== "win32";

/**
 * The shell gets a process group of its own so that its children end with it. Its output goes to standard error because
 * standard output may contain results.
 */
function startShell(command: string, env: NodeJS.ProcessEnv, input: string): ChildProcess {
  const child = spawn(command, {
    ...{ shell: true, env, detached: HAS_GROUPS },
    stdio: [input === "" ? "ignore" : "pipe", process.stderr.fd, process.stderr.fd],
  });
  // A hook may end before it has read its input.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(input);
  return child;
}

/** Returns why the command failed; undefined if its exit status is 0. Throws the signal's reason once it is aborted. */
async function failureOf(
  command: string,
  { env, input }: { readonly env: NodeJS.ProcessEnv; readonly input: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  signal.throwIfAborted();
  const child = startShell(command, env, input);
  const end = (by: NodeJS.Signals): void => {
    try {
      if (HAS_GROUPS && child.pid !== undefined) process.kill(-child.pid, by);
      else child.kill(by);
    } catch {
      // The process has ended already.
    }
  };
  const keep = atExit(() => end("SIGKILL"));
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    end("SIGTERM");
    timer = setTimeout(() => end("SIGKILL"), GRACE);
  };
  signal.addEventListener("abort", stop);
  try {
    const why = await new Promise<string | undefined>((settle) => {
      child.on("error", (cause) => settle(messageOf(cause)));
      child.on("exit", (code, by) => {
        if (code === 0) settle(undefined);
        else settle(code === null ? `it was ended by ${by}` : `its exit status is ${code}`);
      });
    });
    signal.throwIfAborted();
    return why;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    keep();
    child.stdin?.destroy();
    // Children of the shell may have ignored SIGTERM.
    if (signal.aborted) end("SIGKILL");
  }
}
