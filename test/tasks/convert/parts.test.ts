import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runBin, temporaryFolder } from "../../support/run-bin.js";
import { runToFile } from "../../support/run-program.js";

const named = (name: string, text: string): string => {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
};
const RUN = ["-i", "warc=fixtures/collection", "--no-detect-languages", "-ot", "jsonl"];

/** Returns the results of a run as one file, and as two files with every other TimeMap each. */
async function results(): Promise<{ readonly whole: string; readonly parts: readonly string[] }> {
  const { text } = await runToFile([...RUN, "-tm", "bytecount"]);
  const [settings = "", ...rows] = text.trimEnd().split("\n");
  const keys = [...new Set(rows.map((row) => /"grouping key":"([^"]+)"/u.exec(row)?.[1]))];
  const parts = [1, 0].map((rest) => {
    const own = rows.filter(
      (row) => keys.indexOf(/"grouping key":"([^"]+)"/u.exec(row)?.[1]) % 2 === rest,
    );
    return named(`part-${rest}.jsonl`, `${[settings, ...own].join("\n")}\n`);
  });
  return { whole: named("whole.jsonl", text), parts };
}

describe("convert and report of several files", () => {
  it("write what they write of the results of the run in one file", async () => {
    const { whole, parts } = await results();
    const empty = named("empty.jsonl", "");
    for (const args of [
      ["convert", "-ot", "jsonl"],
      ["report", "-ot", "queue"],
    ]) {
      const [command = "", ...form] = args;
      const { stdout } = await runBin([command, ...parts, empty, ...form]);
      expect(stdout).toBe((await runBin([command, whole, ...form])).stdout);
    }
  });

  it("refuse in one line parts of different runs, and one part twice", async () => {
    const { parts } = await results();
    const { text } = await runToFile([...RUN, "-tm", "bytecount=-0.5"]);
    for (const given of [
      [...parts, named("other.jsonl", text)],
      [...parts, parts[0]!],
    ]) {
      const { status, stderr } = await runBin(["convert", ...given]);
      expect([status, stderr.trimEnd().split("\n").length]).toEqual([2, 1]);
    }
  });
});

it("convert names report for an HTML report", async () => {
  const { whole } = await results();
  const { status, stderr } = await runBin(["convert", whole, "-ot", "html"]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("detect_off_topic report")]);
});

it("convert refuses in one line to copy settings that somebody changed by hand, and reads the rows", async () => {
  const text = readFileSync((await results()).whole, "utf8");
  for (const changed of ['"measures":[{}]', '"measures":[],"ownSigns":5', '"model":{"inputs":1}']) {
    const file = named("changed.jsonl", text.replace(/"measures":\[[^\]]*\]/u, changed));
    const { status, stderr } = await runBin(["convert", file, "-ot", "jsonl"]);
    expect([status, stderr.trimEnd().split("\n").length]).toEqual([2, 1]);
    expect((await runBin(["convert", file, "-ot", "csv"])).stdout).toContain("from-warc::");
  }
});
