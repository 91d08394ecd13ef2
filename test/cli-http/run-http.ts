import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runBin, temporaryFolder, QUICK, type Ended, type RunOptions } from "../support/run-bin.js";
import { rowsOf } from "../support/rows.js";

/** Fast enough that the limits of a real archive do not hold up a test; four requests in flight. */
export const FAST: readonly string[] = ["--rate", "60000/m", "--set", "concurrency=4"];

/** A run, its results as JSON Lines, and its output as it stands in the file. */
export interface HttpRun extends Ended {
  readonly output: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Runs the built command; results go to a file, so that it is seen when none is written. */
export async function runHttp(args: readonly string[], options: RunOptions = {}): Promise<HttpRun> {
  const file = join(temporaryFolder(), "results");
  const ended = await runBin([...args, ...QUICK, "-ot", "jsonl", "-o", file], options);
  const output = await readFile(file, "utf8").catch(() => "");
  return { ...ended, output, rows: rowsOf(output) };
}

/** What went wrong with each row, the URI's host and port left out. */
export function errors({ rows }: HttpRun): string[] {
  return rows.flatMap((row) =>
    typeof row["access error"] === "string" ? [row["access error"]] : [],
  );
}

/** Asks again and again until something is so, with a pause: who is asked has something to do. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(10);
}
