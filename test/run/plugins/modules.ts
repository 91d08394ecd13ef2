import { join } from "node:path";
import { folderWith } from "../../support/folders.js";
import { type Ended, runProcess } from "../../support/run-bin.js";

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
