import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { checkResults } from "./results-schema.js";
import { lastOfQuick } from "./quick.js";
import { runInside } from "./run-inside.js";

/** Root of the repository. Commands run in this folder, so that paths in results are relative to it. */
export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: Uint8Array | string;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Starts a process even for a quick command. Tests of the process itself need this: how it starts, ends and writes to
   * pipes.
   */
  readonly process?: boolean;
  /** Called after the process has started. The result is not awaited. */
  readonly onStart?: (child: ChildProcess) => void;
}

export { QUICK, QUICK_ON_BYTES } from "./quick.js";

/**
 * Runs the command. Starts the built command as a process if the test asks for a process, for threads or for `onStart`.
 * Otherwise runs the command inside this process, which takes a tenth of the time. JSON Lines that it has written must
 * follow their schema.
 */
export async function runBin(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { process, env, onStart, stdin } = options;
  const isInside = process !== true && onStart === undefined && !wantsThreads(args);
  const ended = isInside
    ? { ...(await runInside(args, stdin, env)), signal: null }
    : await runProcess(args, options);
  if (ended.status === 0) await checkResults(args, ended.stdout);
  return ended;
}

const wantsThreads = (args: readonly string[]): boolean =>
  args.includes("--workers") && args[args.lastIndexOf("--workers") + 1] !== "0";

/** Builds the program if this file of tests runs alone and has started no process yet (test/support/build.mjs). */
function requireProgram(): void {
  if (process.env["PROGRAM_IS_BUILT"] !== "later") return;
  execFileSync(process.execPath, ["test/support/build.mjs"], { cwd: ROOT, stdio: "inherit" });
  delete process.env["PROGRAM_IS_BUILT"];
}

/** Runs the built command as a process, in the way a user runs it. */
export function runProcess(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  requireProgram();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["bin/detect_off_topic.js", ...lastOfQuick(args)], {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: "1", ...options.env },
      stdio: "pipe",
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (bytes: Buffer) => stdout.push(bytes));
    child.stderr.on("data", (bytes: Buffer) => stderr.push(bytes));
    child.on("error", reject);
    child.on("close", (status, signal) =>
      resolve({
        status,
        signal,
        stdout: Buffer.concat(stdout).toString("utf8"),
        stderr: Buffer.concat(stderr).toString("utf8"),
      }),
    );
    // A command that rejects its arguments exits without reading standard input.
    child.stdin.on("error", () => undefined);
    options.onStart?.(child);
    if (options.stdin !== undefined) child.stdin.write(options.stdin);
    if (options.onStart === undefined || options.stdin !== undefined) child.stdin.end();
  });
}

/** Creates a temporary folder. The folder is removed at the end of the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "dot-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
