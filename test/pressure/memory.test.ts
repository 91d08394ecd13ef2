import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { difference, step } from "../map-reduce/steps.js";
import { ROOT, temporaryFolder } from "../support/run-bin.js";
import { filesIn, generatedWarc } from "./generated.js";

const SETTINGS = ["-q", "-tm", "cosine,gensim_lsi", "--no-detect-languages", "-ot", "jsonl"];

describe("--memory 1K", () => {
  it("gives the same bytes, by way of temporary files that are gone in the end", async () => {
    const warc = generatedWarc({ mementos: 300, mementosPerSeed: 100 });
    try {
      const input = ["-i", `warc=${warc.path}`];
      const expected = await step([...SETTINGS, ...input]);
      const TMPDIR = temporaryFolder();
      const small = await step([...SETTINGS, ...input, "--memory", "1K"], { env: { TMPDIR } });
      expect(difference(small, expected)).toBeUndefined();
      expect(filesIn(TMPDIR)).toEqual([]);
    } finally {
      warc.remove();
    }
  });
});

describe("a heap of 256 MB", () => {
  it("is enough for 20,000 mementos", async () => {
    const warc = generatedWarc({ mementos: 20_000, wordsPerPage: 120 });
    try {
      const args = ["--max-old-space-size=256", join(ROOT, "bin/detect_off_topic.js"), ...SETTINGS];
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        [...args, "-i", `warc=${warc.path}`],
        { maxBuffer: 1 << 28 },
      );
      expect(stderr).toBe("");
      expect(stdout.trimEnd().split("\n")).toHaveLength(20_000);
    } finally {
      warc.remove();
    }
  }, 300_000);
});
