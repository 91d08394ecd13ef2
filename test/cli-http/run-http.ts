import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  runBin,
  temporaryFolder,
  QUICK_ON_BYTES,
  type Ended,
  type RunOptions,
} from "../support/run-bin.js";
import { rowsOf } from "../support/rows.js";

/**
 * Options that raise the rate above the limits for real archives, so that tests need not wait, and allow four requests
 * at a time.
 */
export const FAST: readonly string[] = ["--rate", "60000/m", "--set", "concurrency=4"];

/** A finished run, with the text of its result file and its rows. */
export interface HttpRun extends Ended {
  readonly output: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Runs the command with JSON Lines as output. Results go to a file, so that a test notices if none is written. */
export async function runHttp(
  args: readonly string[],
  options: RunOptions = {},
  folder = temporaryFolder(),
): Promise<HttpRun> {
  const file = join(folder, "results");
  // A test may give another number of requests at a time after those of FAST.
  const last = args.findLastIndex((word) => word.startsWith("concurrency="));
  const isEarlier = (at: number): boolean =>
    at < last && args[at]?.startsWith("concurrency=") === true;
  const given = args.filter((_, at) => !isEarlier(at) && !isEarlier(at + 1));
  const ended = await runBin([...given, ...QUICK_ON_BYTES, "-ot", "jsonl", "-o", file], options);
  const output = await readFile(file, "utf8").catch(() => "");
  return { ...ended, output, rows: rowsOf(output) };
}

/** Returns the access errors of the rows. */
export function errors({ rows }: HttpRun): string[] {
  return rows.flatMap((row) =>
    typeof row["access error"] === "string" ? [row["access error"]] : [],
  );
}

/** Resolves once the condition holds. Checks it every 10 ms, so that the process under test gets time to work. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(10);
}
