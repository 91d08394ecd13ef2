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
  ["RUN -ot jsno", 'unknown output type "jsno". Did you mean "json"?'],
  ["RUN --boilerplate justtext", 'Did you mean "justext"?'],
  ["RUN --profile otmt", 'Did you mean "otmt-1.0.5"?'],
  ["RUN --set status=2x", 'unknown value of --set status "2x". Did you mean "2xx"?'],
  ["--inptu a", "unknown option '--inptu' (Did you mean --input?)"],
  ["lsit", 'Did you mean "detect_off_topic list"?'],
  ["list mesures", 'Did you mean "measures"?'],
  // Forms of other tools, word processors or habits: the right form is written out.
  ["a.wacz", "Files are given as -i wacz=a.wacz."],
  ["-i a.warc", "Write -i warc=a.warc"],
  ["map RUN", "Write detect_off_topic map warc=FILE"],
  ["-i 7877", "Write -i archiveit=7877 "],
  ["-i http://archive.example/timemap/link/http://a.example/", "Write -i timemap=http://archive"],
  ["-i https://archive-it.org/collections/7877", "Write -i archiveit=https://archive-it.org/coll"],
  ["-i warc:crawl.warc.gz", "Write -i warc=crawl.warc.gz."],
  ["--warc crawl.warc.gz", "Write -i warc=FILE"],
  ["RUN -tm wordcount=0.7", "equal pages are off-topic"],
  // Settings.
  ["RUN --set insert-cots=2", 'there is no setting "insert-cots". Did you mean "insert-cost"?'],
  ["RUN --set folds=3", "folds is no setting of a run. See detect_off_topic list settings folds."],
  ["RUN --set exact-scores=yes", '--set exact-scores takes true or false, not "yes".'],
  // What is missing, or too much.
  ["", "nothing to read. Say what, e.g. -i warc=crawl.warc.gz"],
  ["report missing.jsonl -o", "argument missing."],
  ["cluster RUN b.warc", "Files to read go with -i. See detect_off_topic cluster --help."],
  ["-i warc=@/dev/null", "the list /dev/null names no file."],
  ["-i warc=", "-i warc= has no value. Write -i warc=FILE"],
  ["RUN -tm cosine -tm jaccard", "-tm is given twice: cosine and jaccard. Give it once."],
  ["RUN --set group-by=uri --set group-by=surt", "--set group-by is given twice: uri and surt."],
  [
    "filter a.jsonl --overrides a.tsv --overrides b.tsv",
    "--overrides is given twice: a.tsv and b.tsv.",
  ],
  // Options that would have no effect.
  ["RUN --offline", "--offline reads a working directory: name it with -d."],
  ["RUN -d d --set refresh=true --offline", "give one of them."],
  ["RUN --from 2010", "-i warc= is read whole."],
  ["map fixtures/warcs/two-captures.warc --sample 2", "is read whole"],
  ["RUN --seeds fixtures/README.md", "not a URI"],
  // Values that cannot be.
  ["RUN -tm cosine=high", 'the threshold "high" of cosine is not a number'],
  ["RUN -tm jaccard=NaN", 'the threshold "NaN" of jaccard is not a number'],
  ["RUN -tm cosine=1.5", "is not a number from 0 to 1"],
  ["RUN -tm simhash-js", "simhash-js has no default threshold"],
  ["RUN --number-of-topics 0", "--number-of-topics takes a whole number from 1 up"],
  ["RUN --workers two", '--workers takes a whole number from 0 up, not "two".'],
  ["RUN --set max-page-size=0", '--set max-page-size takes a size such as 64M or 1G, not "0".'],
  ["RUN --fail-on off-topic=5", "--fail-on takes off-topic or off-topic=5%"],
  ["RUN --language not_a_tag_at_all", 'language "not_a_tag_at_all"'],
  ["RUN --from 2011-05 --to 2010", "--from 201105 is after --to 2010"],
  // Files and folders that are not there, or not what they should be.
  ["-i warc=missing.warc", "missing.warc"],
  [`-i ${WARC},missing.warc`, "missing.warc"],
  ["-i warc=nowhere/*.warc", "o file matches nowhere/*.warc."],
  ["-i warc=fixtures/pages/bells", "no WARC file"],
  ["-i timemap=http://127.0.0.1:1/a,gopher://b", '"gopher" is not a scheme of URI-Ts'],
  ["evaluate missing.tsv missing.jsonl", "missing.tsv cannot be read: no such file"],
  ["report missing.jsonl", "missing.jsonl cannot be read: no such file"],
  ["reduce missing.tsv", "missing.tsv cannot be read: no such file"],
  ["evaluate fixtures missing.jsonl", "fixtures cannot be read: it is a folder"],
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

it("a mistake in a value of several lines gets one line too, in a process", async () => {
  const args = ["-i", WARC, "--set", "timeout=a\nb\u001b[31m"];
  expect(await runBin(args, { process: true })).toMatchObject({
    status: 2,
    stdout: "",
    stderr:
      'detect_off_topic: --set timeout takes a number of seconds above 0, not "a b\ufffd[31m".\n',
  });
});

describe("files in the wrong place", () => {
  /** Writes the results of a run in several forms, and gold data for it, and returns the path of each. */
  async function written(): Promise<(name: string) => string> {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    const names = ["run.jsonl", "run.json", "run.html", "run.csv"];
    const outputs = names.flatMap((name) => ["-o", at(name)]);
    await runBin(["-q", "-i", WARC, ...QUICK, ...outputs]);
    const memento = "from-warc::20090414101507::http://x.example/";
    writeFileSync(at("gold.tsv"), `URI-M\tlabel\n${memento}\t1\n`);
    return at;
  }

  it("a report or a table in the place of results, results as -i, and swapped files are recognised", async () => {
    const at = await written();
    const [page, table, rows] = [at("run.html"), at("run.csv"), at("run.jsonl")];
    const needed = "and this needs results as JSON Lines or JSON.";
    for (const words of [["report"], ["filter", "-i", WARC, "-o", "clean"], ["compare", rows]]) {
      const [command = "", ...more] = words;
      expect(await mistake(command, page, ...more)).toContain(
        `HTML page, such as a report, ${needed}`,
      );
      expect(await mistake(command, table, ...more)).toContain(
        `${table} is a CSV table, ${needed}`,
      );
    }
    for (const file of [rows, at("run.json")]) {
      const answer = `${file} holds the results of a run. Write detect_off_topic convert ${file} `;
      expect(await mistake("-i", `jsonl=${file}`)).toContain(answer);
      expect(await mistake("-i", file)).toContain(answer);
    }
    for (const command of ["evaluate", "calibrate"]) {
      expect(await mistake(command, rows, at("gold.tsv"))).toContain("the two are swapped.");
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
      ...[loop, long, "/proc/none"].map((path) => ["-i", WARC, "-l", path]),
      ...[loop, long, "/proc/none/d"].map((path) => ["-i", "timemap=http://a.b/", "-d", path]),
      ...[folder, loop, long].map((path) => ["-i", `timemap=@${path}`]),
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
    ["another crawl as output", (crawl: string) => ["-i", WARC, "-o", crawl]],
    ["a crawl as list of URI-Ms", (crawl: string) => ["-i", WARC, "--offtopic-file", crawl]],
    ["a crawl as log file", (crawl: string) => ["-i", WARC, "-l", crawl]],
    ["a page as output", (page: string) => ["fragments", page, "-o", page]],
    ["a list of files", (list: string) => ["-i", `warc=@${list}`, "-o", list]],
    ["seeds", (list: string) => ["-i", "archiveit=1", "--seeds", list, "--ontopic-file", list]],
    ["results", (list: string) => ["slice_by_datetime", "-i", list, "-o", list]],
    ["records", (list: string) => ["fit", list, "-o", list]],
  ])("refuses to write over %s", async (_, args) => {
    const file = copyOf("fixtures/warcs/two-captures.warc");
    const before = readFileSync(file);
    expect(await mistake(...args(file))).toContain("it would be lost. Give another name.");
    expect(readFileSync(file)).toEqual(before);
  });

  it("refuses to write over a link to a crawl", async () => {
    const crawl = copyOf("fixtures/warcs/two-captures.warc");
    symlinkSync(crawl, `${crawl}-link`);
    const args = ["-i", `warc=${crawl}`, "-o", `${crawl}-link`];
    expect(await mistake(...args)).toContain("is read as well");
  });

  it.each([
    ["a WARC file", "WARC/1.1\r\nWARC-Type: warcinfo\r\n"],
    ["a gzip file", "\x1f\x8b\x08\0"],
    ["a Zstandard file", "\x28\xb5\x2f\xfd\0"],
    ["a Zstandard file", "\x5d\x2a\x4d\x18\0"],
    ["an ARC file", "filedesc://a.arc 0.0.0.0 20050607080910 text/plain 76\n"],
    ["an ARC file", "http://a.example/ 192.0.2.1 20050607080910 text/html 5\nHTTP/1.1"],
    ["a ZIP or WACZ file", "PK\x03\x04\x14\0"],
    ["a CDX index", " CDX N b a m s k r M S V g\n"],
    ["a CDX index", "com,example)/ 2010 http://example.com/ text/html 200 AAAA - - 5 0 a.gz"],
    ["a CDXJ index", "!OpenWayback-CDXJ 1.0\n"],
    ["a CDXJ index", `com,example)/${"a".repeat(4000)} 20100101000000 {"url": "http://a.b/"}`],
    ["a HAR file", '{\n  "log": {"version": "1.2", "creator": {}'],
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

describe("model files", () => {
  const modelOf = (name: string): string => {
    const path = join(temporaryFolder(), "model.json");
    const input = { of: name, as: "distance", weight: 20, missing: 0 };
    const model = { form: "detect_off_topic model", threshold: 0.5, bias: -10, inputs: [input] };
    writeFileSync(path, JSON.stringify(model));
    return path;
  };
  const listed = async (name: string): Promise<string> => {
    const run = ["-q", "-i", "warc=fixtures/collection", "--no-detect-languages"];
    const form = ["-ot", "golddatafile", "--combine", `learned=${modelOf(name)}`];
    const { status, stdout, stderr } = await runBin([...run, ...form]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout;
  };

  it("a model has names of measures and their reference mementos, and no others", async () => {
    expect(await listed("bytecount@first")).toMatch(/\t0$/mu);
    const other = ["-i", WARC, "--combine", `learned=${modelOf("cosin@first")}`];
    expect(await mistake(...other)).toContain('"cosin". Did you mean "cosine"?');
  });
});
