import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../src/cli/program.js";
import { UsageError } from "../../src/base/errors.js";
import { QUICK, runBin, temporaryFolder } from "../support/run-bin.js";

const WARC = "warc=fixtures/warcs/two-captures.warc";

/** Returns the message of the command about a mistake, without starting a process. */
async function mistake(...args: string[]): Promise<string> {
  const outcome = await runProgram(args).catch((cause: unknown) => cause);
  if (!(outcome instanceof UsageError)) throw new Error("it was taken", { cause: outcome });
  expect(outcome.message).not.toContain("\n");
  return outcome.message;
}

/** Command lines with a mistake, words with spaces between, and what the message must name. RUN reads a WARC file. */
const MISTAKES: readonly (readonly [line: string, named: string])[] = [
  // Mistyped words: the nearest one is suggested.
  ["RUN -tm cosin", 'unknown measure "cosin". Did you mean "cosine"?'],
  ["-i wrac=a.warc", 'unknown input "wrac". Did you mean "warc"?'],
  ["RUN --set status=2x", 'unknown value of --set status "2x". Did you mean "2xx"?'],
  ["--inptu a", "unknown option '--inptu' (Did you mean --input?)"],
  ["lsit", 'Did you mean "detect_off_topic list"?'],
  // Forms of other tools, word processors or habits: the right form is written out.
  ["a.wacz", "Files are given as -i wacz=a.wacz."],
  ["-i 7877", "Write -i archiveit=7877 "],
  ["-i https://archive-it.org/collections/7877", "Write -i archiveit=https://archive-it.org/coll"],
  ["RUN -tm wordcount=0.7", "equal pages are off-topic"],
  // What is missing, or too much.
  ["", "nothing to read. Say what, e.g. -i warc=crawl.warc.gz"],
  ["report missing.jsonl -o", "argument missing."],
  ["-i warc=", "-i warc= has no value. Write -i warc=FILE"],
  ["RUN -tm cosine -tm jaccard", "-tm is given twice: cosine and jaccard. Give it once."],
  ["RUN --set group-by=uri --set group-by=surt", "--set group-by is given twice: uri and surt."],
  [
    "filter a.jsonl --overrides a.tsv --overrides b.tsv",
    "--overrides is given twice: a.tsv and b.tsv.",
  ],
  // Options that would have no effect.
  ["RUN --offline", "--offline reads a working directory: name it with -d."],
  ["RUN --seeds fixtures/README.md", "not a URI"],
  ["RUN -tm cosine=1.5", "is not a number from 0 to 1"],
  ["RUN --number-of-topics 0", "--set number-of-topics takes a whole number from 1 up"],
  ["RUN --workers two", '--workers takes a whole number from 0 up, not "two".'],
  ["RUN --language not_a_tag_at_all", 'language "not_a_tag_at_all"'],
  // Files and folders that are not there, or not what they should be.
  ["-i warc=missing.warc", "missing.warc"],
  ["-i timemap=http://127.0.0.1:1/a,gopher://b", '"gopher" is not a scheme of URI-Ts'],
  ["evaluate missing.tsv missing.jsonl", "missing.tsv cannot be read: no such file"],
  ["report missing.jsonl", "missing.jsonl cannot be read: no such file"],
];

it.each(MISTAKES)(
  "a mistake gets one line that names it, with status 2 and without output: %s",
  async (line, named) => {
    const args = line.replace("RUN", `-i ${WARC}`).split(" ").filter(Boolean);
    const { status, stdout, stderr } = await runBin(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^detect_off_topic: [^\n]+\n$/u);
    expect(stderr).toContain(named);
  },
);

describe("files in the wrong place", () => {
  /** Writes the results of a run in several forms, and returns the path of each. */
  async function written(): Promise<(name: string) => string> {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    const names = ["run.jsonl", "run.json", "run.html", "run.csv"];
    const outputs = names.flatMap((name) => ["-o", at(name)]);
    await runBin(["-q", "-i", WARC, ...QUICK, ...outputs]);
    return at;
  }

  it("a report or a table in the place of results and results as -i are recognised", async () => {
    const at = await written();
    const [page, table, rows] = [at("run.html"), at("run.csv"), at("run.jsonl")];
    const needed = "and this needs results as JSON Lines or JSON.";
    for (const words of [["report"], ["filter", "-i", WARC, "-o", "clean"], ["compare", rows]]) {
      const [command = "", ...more] = words;
      for (const file of [page, table]) {
        const said = await mistake(command, file, ...more);
        expect(said).toContain(`${file} holds no results, ${needed}`);
      }
    }
    for (const file of [rows, at("run.json")]) {
      const answer = `${file} holds the results of a run. Write detect_off_topic convert ${file} `;
      expect(await mistake("-i", `jsonl=${file}`)).toContain(answer);
      expect(await mistake("-i", file)).toContain(answer);
    }
  });
});

it.skipIf(process.platform !== "linux")(
  "errors of the system are said in words, without their codes",
  async () => {
    const folder = temporaryFolder();
    const loop = join(folder, "loop");
    symlinkSync(loop, loop);
    const long = join(folder, "x".repeat(300));
    const attempts = [
      ...[loop, long, "/proc/none"].map((path) => ["-i", WARC, "-o", path]),
      ...[loop, long].map((path) => ["-i", "timemap=http://a.b/", "-d", path]),
      ["-i", "archiveit=1", "--seeds", loop],
    ];
    for (const args of attempts) {
      const answer = await mistake(...args);
      expect(answer).not.toMatch(/\bE[A-Z]{3,}\b/u);
      expect(answer.length).toBeGreaterThan(10);
    }
  },
);

describe("outputs that would replace inputs", () => {
  const copyOf = (path: string): string => {
    const copy = join(temporaryFolder(), "file");
    copyFileSync(path, copy);
    return copy;
  };

  it.each([
    ["a crawl as output", (crawl: string) => ["-i", `warc=${crawl}`, "-o", crawl]],
    ["a crawl as list of URI-Ms", (crawl: string) => ["-i", WARC, "--offtopic-file", crawl]],
    ["a list of files", (list: string) => ["-i", `warc=@${list}`, "-o", list]],
    ["results", (list: string) => ["slice_by_datetime", "-i", list, "-o", list]],
  ])("refuses to write over %s", async (_, args) => {
    const file = copyOf("fixtures/warcs/two-captures.warc");
    const before = readFileSync(file);
    expect(await mistake(...args(file))).toContain("it would be lost. Give another name.");
    expect(readFileSync(file)).toEqual(before);
  });

  it.each([
    ["a WARC file", "WARC/1.1\r\nWARC-Type: warcinfo\r\n"],
    ["a gzip file", "\x1f\x8b\x08\0"],
    ["an ARC file", "filedesc://a.arc 0.0.0.0 20050607080910 text/plain 76\n"],
    ["a ZIP or WACZ file", "PK\x03\x04\x14\0"],
    ["a CDX index", " CDX N b a m s k r M S V g\n"],
    ["a CDXJ index", "!OpenWayback-CDXJ 1.0\n"],
  ])("refuses to write over %s under any file name: %j", async (what, start) => {
    const text = start.replace(" 2010 ", " 20100101000000 ");
    const file = join(temporaryFolder(), "out.json");
    writeFileSync(file, text, "latin1");
    expect(await mistake("-i", WARC, "-o", file)).toContain(` is ${what}: it would be lost.`);
    expect(readFileSync(file, "latin1")).toBe(text);
  });

  it("overwrites a file that is neither a crawl nor an index", async () => {
    const file = join(temporaryFolder(), "out.json");
    for (const start of ["", "{}", "[\n", '{"uriR":"http://a.example/"}\n', "pages of 2010"]) {
      writeFileSync(file, start);
      expect(await runProgram(["-q", "-i", WARC, ...QUICK, "-o", file])).toBe(0);
      expect(readFileSync(file, "utf8")).toMatch(/harbour-lantern/u);
    }
  });
});
