import type { Server } from "node:http";
import { pathToFileURL } from "node:url";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../../../src/cli/program.js";
import { ROOT } from "../../../support/run-bin.js";

/** A generated web as files (bench/made-web.mjs), with a topic made of its core. */
export interface MadeWeb {
  readonly topic: string;
  readonly warc: string;
  readonly starts: string;
  /** URI-Rs of pages about the topic. */
  readonly relevant: ReadonlySet<string>;
}

/** Writes a generated web with this number of pages into a folder. */
export async function makeWeb(folder: string, pages: number): Promise<MadeWeb> {
  const script = join(ROOT, "bench/made-web.mjs");
  execFileSync(process.execPath, [script, "write", folder, String(pages)]);
  const [topic, core] = [join(folder, "topic.json"), join(folder, "core.warc")];
  const args = ["--core", `warc=${core}`, "--set", "recognise=0.65", "--workers", "0", "-q"];
  await runProgram(["topic", "build", ...args, "-o", topic]);
  const rows = readFileSync(join(folder, "labels.tsv"), "utf8").trimEnd().split("\n");
  const relevant = rows.flatMap((row) => (row.endsWith("\t1") ? [row.split("\t")[0]!] : []));
  const [warc, starts] = [join(folder, "web.warc"), join(folder, "starts.txt")];
  return { topic, warc, starts, relevant: new Set(relevant) };
}

/** A generated web served on loopback, both as an archive and live (bench/made-web.mjs). */
export interface ServedWeb {
  readonly server: Server;
  /** Origin such as `http://127.0.0.1:PORT`. */
  readonly origin: string;
}

/** Serves a generated web with this number of pages. */
export async function serveWeb(pages: number): Promise<ServedWeb> {
  const script = pathToFileURL(join(ROOT, "bench/made-web.mjs")).href;
  const { serveWeb: serve } = (await import(script)) as {
    serveWeb: (count: number) => Promise<{ server: Server; port: number }>;
  };
  const { server, port } = await serve(pages);
  return { server, origin: `http://127.0.0.1:${port}` };
}
