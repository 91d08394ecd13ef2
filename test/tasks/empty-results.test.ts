import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { QUICK, runBin, temporaryFolder } from "../support/run-bin.js";
import { warcinfo } from "../support/warc-builder.js";

it("the results of a run without a page make an empty table, report and clean copy", async () => {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  writeFileSync(at("crawl.warc"), warcinfo());
  const input = ["-i", `warc=${at("crawl.warc")}`];
  const { status } = await runBin(["-q", ...input, ...QUICK, "-o", at("run.jsonl")]);
  expect(status).toBe(6);
  for (const args of [
    ["convert", at("run.jsonl"), "-ot", "csv", "-o", at("table.csv")],
    ["convert", at("run.jsonl"), "-ot", "jsonl", "-o", at("again.jsonl")],
    ["report", at("run.jsonl"), "-o", at("report.html")],
    ["filter", at("run.jsonl"), ...input, "-o", at("clean/")],
  ]) {
    const ended = await runBin(args);
    expect([args[0], ended.status, ended.stderr.includes("detect_off_topic: ")]).toEqual([
      ...[args[0], 0, false],
    ]);
    expect(existsSync(args.at(-1)!)).toBe(true);
  }
});
