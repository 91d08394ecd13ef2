import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { difference, step } from "../run/map-reduce/steps.js";
import { ROOT, temporaryFolder } from "../support/run-bin.js";
import { long } from "../support/thorough.js";
import { http, warcRecord } from "../support/warc-builder.js";
import { filesIn, generatedWarc, longNamedWarc } from "./generated.js";

const METADATA = ["--no-compute-simhashes", "--no-compute-lengths", "--no-detect-languages"];
const SETTINGS = ["-q", "-tm", "cosine,gensim_lsi", ...METADATA, "-ot", "jsonl"];

describe("--set memory 1K", () => {
  it("--set memory=1K gives the same bytes with temporary files, which are removed at the end", async () => {
    const warc = longNamedWarc({ mementos: 100, mementosPerSeed: 50 });
    try {
      const input = ["-i", `warc=${warc.path}`];
      const expected = await step([...SETTINGS, ...input]);
      const TMPDIR = temporaryFolder();
      const small = await step([...SETTINGS, ...input, "--set", "memory=1K"], { env: { TMPDIR } });
      expect(difference(small, expected)).toBeUndefined();
      expect(filesIn(TMPDIR)).toEqual([]);
    } finally {
      warc.remove();
    }
  });
});

/** Runs a command, with options of Node before it, and returns its output. */
const node = (...args: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 28 });

describe("memory for many mementos", () => {
  it("holds at most --set memory of mementos, and none after their results are written", async () => {
    const mementos = 1_000;
    const warc = generatedWarc({ mementos, wordsPerPage: 20 });
    try {
      const tell = pathToFileURL(join(ROOT, "test", "support", "tell-held-memory.mjs")).href;
      const command = ["--expose-gc", "--import", tell, join(ROOT, "bin/detect_off_topic.js")];
      const lean = [
        "-q",
        ...METADATA,
        "-ot",
        "jsonl",
        "-tm",
        "cosine",
        "--workers",
        "0",
        "--set",
        "memory=1K",
      ];
      const { stdout, stderr } = await node(...command, ...lean, "-i", `warc=${warc.path}`);
      // The first line is the settings.
      expect(stdout.trimEnd().split("\n")).toHaveLength(1 + mementos);
      const held = JSON.parse(stderr) as readonly number[];
      expect(held.length).toBeGreaterThan(5);
      // The program itself takes 22 to 24 MB, and a page 10 kB.
      expect(held[0]).toBeLessThan(28e6);
      // A result takes 1 kB in the output.
      expect(Math.max(...held) - held[0]!).toBeLessThan(mementos * 1_000);
    } finally {
      warc.remove();
    }
  });
});

describe("a small heap", () => {
  // The runs above again, with threads and with garbage. They need 26 to 28 MB.
  it.skipIf(long(true, false))("a heap of 36 MB is enough for 1,500 mementos", async () => {
    const mementos = 1_500;
    const warc = generatedWarc({ mementos, wordsPerPage: 120 });
    try {
      const command = ["--max-old-space-size=36", join(ROOT, "bin/detect_off_topic.js")];
      const { stdout, stderr } = await node(...command, ...SETTINGS, "-i", `warc=${warc.path}`);
      expect(stderr).toBe("");
      expect(stdout.trimEnd().split("\n")).toHaveLength(1 + mementos);
    } finally {
      warc.remove();
    }
  });

  const largePage = (): string => {
    const seed = "http://seed.example/";
    const good = "<p>The ferry across the estuary goes every hour.</p>";
    const pages = [good, Buffer.alloc(60_000_000, "a"), good];
    const path = join(temporaryFolder(), "large.warc");
    const records = pages.map((page, index) =>
      warcRecord({ uri: seed, date: `200${index}-01-01T00:00:00Z` }, http(page)),
    );
    writeFileSync(path, Buffer.concat(records));
    return path;
  };

  it("a page of 60 MB is an error row in a heap of 256 MB, and the other pages have verdicts", async () => {
    const path = largePage();
    for (const workers of ["0", "1"]) {
      const command = ["--max-old-space-size=256", join(ROOT, "bin/detect_off_topic.js")];
      const args = [...command, ...SETTINGS, "-i", `warc=${path}`, "--workers", workers];
      const { stdout } = await node(...args);
      const [, ...rows] = stdout.trimEnd().split("\n");
      expect(rows).toHaveLength(3);
      expect(rows[1]).toMatch(
        /"access error":"a page of 60000000 bytes: there is memory for \d+ /u,
      );
      for (const row of [rows[0], rows[2]])
        expect(row).toContain('"overall topic status":"on-topic"');
    }
  }, 60_000);

  it.skipIf(long(true, false))(
    "a history reads a file again if the heap was too small for one of its pages, and writes the row of this page",
    async () => {
      const path = largePage();
      const history = join(temporaryFolder(), "history");
      const run = async (megabytes: number): Promise<string[]> => {
        const command = [
          `--max-old-space-size=${megabytes}`,
          join(ROOT, "bin/detect_off_topic.js"),
        ];
        const args = ["-i", `warc=${path}`, "--history", history, "--workers", "0"];
        const { stdout } = await node(...command, ...SETTINGS, ...args);
        return stdout.trimEnd().split("\n").slice(1);
      };
      expect((await run(256)).filter((row) => row.includes("access error"))).toHaveLength(1);
      const [row, ...others] = await run(2048);
      expect(row).toContain('"memento-datetime":"2001/01/01');
      expect(row).not.toContain("access error");
      expect(others).toEqual([]);
      // Without a new capture the rows of the last run are written again.
      expect(await run(2048)).toEqual([row]);
    },
    60_000,
  );
});
