import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../src/cli/program.js";
import { runBin, temporaryFolder } from "../support/run-bin.js";
import { runToFile } from "../support/run-program.js";
import { rowsOf } from "../support/rows.js";

const WARC = "warc=fixtures/warcs/two-captures.warc";
const ONE_MEASURE = ["-i", WARC, "-tm", "bytecount", "--no-detect-languages"];

/** Returns the mementos of a JSON result, without their URIs. */
async function mementos(...args: string[]): Promise<Record<string, unknown>[]> {
  const { text } = await runToFile(args);
  const result = JSON.parse(text) as Record<string, Record<string, Record<string, unknown>>>;
  return Object.values(result).flatMap((timeMap) => Object.values(timeMap));
}

describe("options of OTMT 1.0.5, short and long", () => {
  it.each([
    [
      ["-i", WARC],
      ["--input", WARC],
    ],
    [["-i", WARC], [`-i=${WARC}`]],
    [["-i", WARC], [`--input=${WARC}`]],
    [
      ["-i", WARC, "-tm", "jaccard=0.5,cosine"],
      ["-i", WARC, "--timemap-measures", "jaccard=0.5,cosine"],
    ],
    [
      ["-i", WARC, "-tm", "jaccard=0.5,cosine"],
      ["-i", WARC, "-tm=jaccard=0.5,cosine"],
    ],
    [
      ["-i", WARC, "-tm", "jaccard=0.5,cosine"],
      ["-i", WARC, "-tm", "Jaccard=.5, COSINE"],
    ],
    [
      ["-i", WARC, "-ot", "csv"],
      ["-i", WARC, "-ot=csv"],
    ],
    [
      ["-i", WARC, "-ot", "csv"],
      ["-i", WARC, "--output-type", "csv"],
    ],
    [
      ["-i", WARC, "-d", "unused", "-cf", "unused.sqlite"],
      ["-i", WARC, "--directory", "unused", "--cachefile=unused.sqlite"],
    ],
  ])("gives the same results for %j and %j", async (short, long) => {
    expect((await runToFile(long)).text).toBe((await runToFile(short)).text);
  });

  it("reads two inputs given by -i as one collection", async () => {
    const { text } = await runToFile([
      ...ONE_MEASURE,
      "-i",
      "warc=fixtures/collection/saltmouth-2009-2013.warc.gz",
      "-ot",
      "jsonl",
    ]);
    const files = rowsOf<{ source: { file: string } }>(text).map(({ source }) => source.file);
    expect(new Set(files)).toEqual(
      new Set([
        "fixtures/warcs/two-captures.warc",
        "fixtures/collection/saltmouth-2009-2013.warc.gz",
      ]),
    );
  });

  it("leaves values out of the results that --no-... options switch off", async () => {
    const all = ["raw memento simhash value", "content length", "language"];
    const [full] = await mementos("-i", WARC);
    const [bare] = await mementos(
      "-i",
      WARC,
      "--no-compute-simhashes",
      "--no-compute-lengths",
      "--no-detect-languages",
    );
    expect(Object.keys(full!)).toEqual(expect.arrayContaining(all));
    expect(Object.keys(bare!).filter((name) => all.includes(name))).toEqual([]);
  });

  it("--number-of-topics changes the scores of gensim_lsi", async () => {
    const scores = async (topics: string): Promise<unknown> =>
      JSON.stringify(
        await mementos(
          "-i",
          "warc=fixtures/collection",
          "-tm",
          "lsi",
          "--number-of-topics",
          topics,
        ),
      );
    expect(await scores("1")).not.toBe(await scores("10"));
  });

  it("--offtopic-file and --ontopic-file write lists of URI-Ms", async () => {
    const folder = temporaryFolder();
    const [off, on] = [join(folder, "off.txt"), join(folder, "on.txt")];
    await runToFile(["-i", WARC, "--offtopic-file", off, "--ontopic-file", on]);
    const museum = "http://www.harbour-lantern-museum.example/";
    expect(readFileSync(off, "utf8")).toBe(`from-warc::20180127221845::${museum}\n`);
    expect(readFileSync(on, "utf8")).toBe(`from-warc::20090414101507::${museum}\n`);
  });

  it("--only limits the results to one topic status, but lists of URI-Ms stay complete", async () => {
    const list = join(temporaryFolder(), "on.txt");
    const { text } = await runToFile([
      ...["-i", "warc=fixtures/collection", "-ot", "jsonl", "--no-detect-languages"],
      ...["--only", "off-topic", "--ontopic-file", list],
    ]);
    const rows = rowsOf(text);
    expect(rows).toHaveLength(25);
    for (const row of rows) expect(row["overall topic status"]).toBe("off-topic");
    expect(readFileSync(list, "utf8").trimEnd().split("\n").length).toBeGreaterThan(80);
  });

  it("reduce -ot writes the same output as the plain command", async () => {
    const lean = ["-tm", "bytecount", "--no-detect-languages"];
    const { stdout: records } = await runBin(["map", "fixtures/warcs/two-captures.warc", ...lean]);
    for (const form of ["csv", "text", "json", "golddatafile"]) {
      const { stdout } = await runBin(["reduce", "-ot", form, ...lean], { stdin: records });
      expect(stdout).toBe((await runToFile([...ONE_MEASURE, "-ot", form])).text);
    }
  });

  it("convert writes saved results as the run would have written them", async () => {
    const words = join(temporaryFolder(), "words.txt");
    writeFileSync(words, "museum bells");
    const run = [
      "-i",
      "warc=fixtures/collection",
      "--no-detect-languages",
      "--set",
      `stop-words=${words}`,
      ...["--set", "raw-simhash=true"],
    ];
    const folder = temporaryFolder();
    const forms = ["jsonl", "json", "csv", "golddatafile", "text"];
    const outputs = forms.flatMap((form) => ["-ot", form, "-o", join(folder, form)]);
    expect((await runBin(["-q", ...run, ...outputs])).status).toBe(0);
    for (const form of forms) {
      const { stdout } = await runBin(["convert", join(folder, "jsonl"), "-ot", form]);
      expect(stdout, form).toBe(readFileSync(join(folder, form), "utf8"));
    }
  });

  it("convert writes results without settings only in formats that need no settings", async () => {
    const { stdout } = await runBin(["convert", "fixtures/expected/collection.json", "-ot", "csv"]);
    expect(stdout.split("\n").length).toBeGreaterThan(100);
    await expect(
      runProgram(["convert", "fixtures/expected/collection.json", "-ot", "jsonl"]),
    ).rejects.toThrow("does not say the settings of its run");
  });

  it("refuses to write two outputs to the same file", async () => {
    const file = join(temporaryFolder(), "out");
    await expect(
      runProgram([...ONE_MEASURE, "-q", "-o", file, "--offtopic-file", file]),
    ).rejects.toThrow("cannot take two outputs");
  });

  it("--version prints the version of the package", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect(await runBin(["--version"], { process: true })).toMatchObject({
      stdout: `${version}\n`,
      stderr: "",
    });
  });
});

describe("messages", () => {
  it("writes results to standard output only, and the summary to standard error", async () => {
    const { status, stdout, stderr } = await runBin(["-i", "warc=fixtures/collection"], {
      process: true,
    });
    expect(status).toBe(0);
    expect(() => JSON.parse(stdout) as unknown).not.toThrow();
    expect(stderr).toMatch(
      /^123 mementos of 21 TimeMaps in \d+\.\d s \(\d+\/s\)\noff-topic: 25 \(20\.3 %\)\n/u,
    );
    // Cosine and wordcount are in the results of the profile, but have no vote.
    expect(stderr.match(/^ {2}by .*$/gmu)).toEqual(["  by combined: 25"]);
    expect(stderr).toContain("1 TimeMap with a single memento, so that nothing can be compared");
    expect(stderr).not.toContain("not in English");
    expect(stderr).toContain("could not be fetched or read: 1");
    expect(stderr).toContain("could not be measured: 5");
    expect(stderr).toMatch(/not mementos: .*\b19 request record[^,]*, .*\b2 [^,]*image/u);
  });

  it("draws no progress in a pipe", async () => {
    const { stderr } = await runBin(ONE_MEASURE);
    for (const drawn of ["\r", "\u{1b}", "reading", "scoring"]) expect(stderr).not.toContain(drawn);
  });

  it("-q prints nothing if nothing failed", async () => {
    expect(await runBin([...ONE_MEASURE, "-q"])).toMatchObject({ status: 0, stderr: "" });
  });

  it("-q still prints warnings of damage", async () => {
    const folder = temporaryFolder();
    const empty = join(folder, "empty.warc");
    writeFileSync(empty, "");
    const { stderr } = await runBin(["-q", "-i", `warc=${empty}`]);
    expect(stderr).toMatch(
      /^warning: \S+empty\.warc, byte 0: [^\n]*\bempty\nnothing was judged: [^\n]*\n$/u,
    );
  });

  it("-v prints the settings, and the measures that could not be computed", async () => {
    const { stderr } = await runBin(["-v", "-i", "warc=fixtures/collection", "-tm", "wordcount"]);
    expect(stderr).toContain('"keyword":"wordcount"');
    expect(stderr).toContain(
      "from-warc::20131201211530::http://northquay-observatory.example/: wordcount: ",
    );
  });

  it("-l writes messages with their times to the log file", async () => {
    const log = join(temporaryFolder(), "run.log");
    const { stderr } = await runBin([...ONE_MEASURE, "-l", log]);
    expect(stderr).toBe("");
    expect(readFileSync(log, "utf8")).toMatch(/^\d{4}-\d\d-\d\dT\S+Z 2 mementos of 1 TimeMap in /u);
  });

  it("rejects a log file that cannot be written before the run begins", async () => {
    await expect(runProgram([...ONE_MEASURE, "-l", "missing/run.log"])).rejects.toThrow(
      /^-l missing\/run\.log cannot be written: /u,
    );
  });
});
