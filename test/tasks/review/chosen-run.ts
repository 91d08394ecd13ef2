import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { FAST } from "../../cli-http/run-http.js";
import {
  captures,
  type IndexedArchive,
  startIndexedArchive,
} from "../../support/indexed-archive.js";
import { rowsOf } from "../../support/rows.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { runInside } from "../../support/run-inside.js";

export const SEED = "http://a.example/";

/** Starts an archive whose captures a run with `--fetch changes` reads in part. */
export const startChosenArchive = (): Promise<IndexedArchive> =>
  startIndexedArchive({ [SEED]: captures("GGGGGGGGLLLLLLGG") });

/** Makes a run that has not read all captures. Returns the arguments of its review, and the URI-Ms of those captures. */
export async function chosenRun(archive: IndexedArchive): Promise<{
  readonly full: readonly string[];
  readonly review: readonly string[];
  readonly unread: readonly string[];
}> {
  const folder = temporaryFolder();
  const [results, work] = [join(folder, "run.jsonl"), join(folder, "work")];
  const full = ["-i", `timemap=${archive.timeMap(SEED)}`, ...FAST, "-d", work, "-tm", "cosine"];
  const choice = ["--fetch", "changes", "--set", "fetch-check=0"];
  const { stdout } = await runInside([...full, ...choice, "-ot", "jsonl"]);
  writeFileSync(results, stdout);
  const unread = rowsOf<{ "URI-M": string; "inferred from"?: unknown }>(stdout)
    .filter((row) => row["inferred from"] !== undefined)
    .map((row) => row["URI-M"]);
  archive.asked.length = 0;
  const decisions = join(folder, "decisions.tsv");
  return { full, review: [results, "--decisions", decisions, "-i", `dir=${work}`], unread };
}
