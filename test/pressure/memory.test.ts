import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { difference, step } from "../map-reduce/steps.js";
import { ROOT, temporaryFolder } from "../support/run-bin.js";
import { long } from "../support/thorough.js";
import { http, warcRecord } from "../support/warc-builder.js";
import { filesIn, generatedWarc } from "./generated.js";

const METADATA = ["--no-compute-simhashes", "--no-compute-lengths", "--no-detect-languages"];
const SETTINGS = ["-q", "-tm", "cosine,gensim_lsi", ...METADATA, "-ot", "jsonl"];

describe("--memory 1K", () => {
  it("gives the same bytes, by way of temporary files that are gone in the end", async () => {
    const warc = generatedWarc({ mementos: 100, mementosPerSeed: 50 });
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

describe("a small heap", () => {
  // About 25 kB a memento beside what the program itself needs.
  it.each([long([28, 500], [52, 1_500])])(
    "of %i MB is enough for %i mementos",
    async (megabytes, mementos) => {
      const warc = generatedWarc({ mementos, wordsPerPage: 120 });
      try {
        const args = [
          `--max-old-space-size=${megabytes}`,
          join(ROOT, "bin/detect_off_topic.js"),
          ...SETTINGS,
        ];
        const { stdout, stderr } = await promisify(execFile)(
          process.execPath,
          [...args, "-i", `warc=${warc.path}`],
          { maxBuffer: 1 << 28 },
        );
        expect(stderr).toBe("");
        // The first line says the settings.
        expect(stdout.trimEnd().split("\n")).toHaveLength(1 + mementos);
      } finally {
        warc.remove();
      }
    },
    300_000,
  );

  it("of 256 MB has no room for a page of 60 MB, which is an error row: the others have their verdicts", async () => {
    const seed = "http://seed.example/";
    const good = "<p>The ferry across the estuary goes every hour.</p>";
    const pages = [good, Buffer.alloc(60_000_000, "a"), good];
    const path = join(temporaryFolder(), "large.warc");
    const records = pages.map((page, index) =>
      warcRecord({ uri: seed, date: `200${index}-01-01T00:00:00Z` }, http(page)),
    );
    writeFileSync(path, Buffer.concat(records));
    for (const workers of ["0", "1"]) {
      const command = ["--max-old-space-size=256", join(ROOT, "bin/detect_off_topic.js")];
      const args = [...command, ...SETTINGS, "-i", `warc=${path}`, "--workers", workers];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      const [, ...rows] = stdout.trimEnd().split("\n");
      expect(rows).toHaveLength(3);
      expect(rows[1]).toMatch(
        /"access error":"a page of 60000000 bytes: there is memory for \d+ /u,
      );
      for (const row of [rows[0], rows[2]])
        expect(row).toContain('"overall topic status":"on-topic"');
    }
  }, 60_000);
});
