import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { ROOT, temporaryFolder } from "../../support/run-bin.js";

/** Settings of every example. */
export const SETTINGS = ["-tm", "cosine,bytecount"];
/** The command, as a script calls it. */
export const TOOL = `${process.execPath} ${join(ROOT, "bin/detect_off_topic.js")}`;

/** Runs a script with bash and requires that it succeeds. */
export function bash(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): void {
  const { status, stderr } = spawnSync("bash", ["-euo", "pipefail", "-c", script], {
    cwd,
    // If standard input is a socket, bash assumes that it is run by a remote shell and reads the start-up file of the
    // machine.
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}

/** Returns the contents of a file that a script has written to a folder. */
export const resultsIn = (folder: string): string =>
  readFileSync(join(folder, "results.jsonl"), "utf8");

/** Returns a folder in which the collection has its usual path, so that results name the same files. */
export function nextToCollection(): string {
  const folder = temporaryFolder();
  symlinkSync(join(ROOT, "fixtures"), join(folder, "fixtures"));
  return folder;
}
