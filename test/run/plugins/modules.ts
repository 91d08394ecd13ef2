import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Ended, runProcess } from "../../support/run-bin.js";

/** Returns a folder of this test with the given files. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "dot-plugins-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Returns the path of a module with this text, alone in a folder. */
export const moduleOf = (text: string, name = "mine.mjs"): string =>
  join(folderWith({ [name]: text }), name);

/** Two pages of one TimeMap. */
export const PAIR = "fixtures/warcs/two-captures.warc";

/** Arguments for a fast run on these pages. */
export const QUICK_RUN: readonly string[] = [
  ...["-i", `warc=${PAIR}`],
  ...["--no-detect-languages", "--no-compute-simhashes", "--workers", "0"],
];

/** Runs the command with a plug-in in a process of its own, because a loaded plug-in remains loaded. */
export const withPlugin = (path: string, ...args: readonly string[]): Promise<Ended> =>
  runProcess(["--plugin", path, ...args]);
