import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../src/cli/program.js";
import { ROOT } from "../support/run-bin.js";

/** A made web as files (bench/made-web.mjs), with a topic made of its core. */
export interface MadeWeb {
  readonly topic: string;
  readonly warc: string;
  readonly starts: string;
  /** URI-Rs of pages about the topic. */
  readonly relevant: ReadonlySet<string>;
}

/** Writes a web of so many pages into a folder. */
export async function makeWeb(folder: string, pages: number): Promise<MadeWeb> {
  const script = join(ROOT, "bench/made-web.mjs");
  execFileSync(process.execPath, [script, "write", folder, String(pages)]);
  const [topic, core] = [join(folder, "topic.json"), join(folder, "core.warc")];
  const args = ["--core", `warc=${core}`, "--recognise", "0.65", "--workers", "0", "-q"];
  await runProgram(["topic", "build", ...args, "-o", topic]);
  const rows = readFileSync(join(folder, "labels.tsv"), "utf8").trimEnd().split("\n");
  const relevant = rows.flatMap((row) => (row.endsWith("\t1") ? [row.split("\t")[0]!] : []));
  const [warc, starts] = [join(folder, "web.warc"), join(folder, "starts.txt")];
  return { topic, warc, starts, relevant: new Set(relevant) };
}
