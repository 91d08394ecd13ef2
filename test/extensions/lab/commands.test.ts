import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runProgram } from "../../../src/cli/program.js";
import { UsageError } from "../../../src/base/errors.js";
import { parseThresholdFile } from "../../../src/score/settings/threshold-file.js";
import { temporaryFolder } from "../../support/run-bin.js";
import { runToFile } from "../../support/run-program.js";
import { commandToFile } from "./command.js";
import { rowsOf, settingsOf } from "../../support/rows.js";

const GOLD = "fixtures/collection/labels.tsv";
const SETTINGS = ["--profile", "paper", "--no-detect-languages"];
const RUN = ["-i", "warc=fixtures/collection", ...SETTINGS];

/** Input with a third of the mementos. */
const FEW = ["-i", "warc=fixtures/collection/saltmouth-2014-2018.warc.gz", ...SETTINGS];

let lines = "";
beforeAll(async () => {
  ({ text: lines } = await runToFile([...RUN, "-tm", "cosine,wordcount,style", "-ot", "jsonl"]));
}, 60_000);

/** Writes a file with this text into a temporary folder and returns its path. */
function fileOf(text: string, name = "file"): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

interface Report {
  readonly gold: Record<string, number | string>;
  readonly overall: { tp: number; fp: number; tn: number; fn: number };
  readonly measures: readonly {
    readonly name: string;
    readonly best: { readonly threshold: number; readonly f1: number };
    readonly "at its threshold"?: { readonly threshold: number; readonly f1: number };
  }[];
  readonly pairs: readonly { readonly measures: readonly string[]; readonly f1: number }[];
}

describe("evaluate", () => {
  it("evaluate counts the gold data of each collection (table 3 of the paper)", async () => {
    const [header, ...rows] = readFileSync(GOLD, "utf8").trimEnd().split("\n");
    const gold = [
      `${header}\tcollection`,
      ...rows.map((row, at) => `${row}\t${at < 30 ? "b" : "a"}`),
    ];
    const off = rows.filter((row, at) => at < 30 && row.split("\t")[3] === "0").length;
    const { text } = await commandToFile(
      "evaluate",
      fileOf(gold.join("\n")),
      fileOf(lines),
      "-ot",
      "json",
    );
    const { collections } = JSON.parse(text) as { collections: Record<string, unknown>[] };
    expect(collections.map((each) => each["collection"])).toEqual(["a", "b"]);
    expect(collections[1]).toMatchObject({ "URI-Ms": 30, "off-topic": off });
  });

  it("evaluate judges every row of the gold data against the results", async () => {
    const { text, status } = await commandToFile("evaluate", GOLD, fileOf(lines), "-ot", "json");
    const report = JSON.parse(text) as Report;
    const labels = readFileSync(GOLD, "utf8").trimEnd().split("\n").slice(1);
    const offTopic = labels.filter((line) => line.split("\t")[3] === "0").length;
    expect(status).toBe(0);
    expect(report.gold).toMatchObject({
      judged: labels.length,
      "off-topic": offTopic,
      "rows without a memento": 0,
      "mementos without a row": 0,
    });
    const { tp, fp, tn, fn } = report.overall;
    expect([tp + fn, fp + tn]).toEqual([offTopic, labels.length - offTopic]);
    for (const { best, "at its threshold": at } of report.measures) {
      expect(best.f1).toBeGreaterThanOrEqual(at?.f1 ?? 0);
    }
    const single = Math.max(...report.measures.map(({ best }) => best.f1));
    expect(report.pairs).toHaveLength(3);
    expect(Math.max(...report.pairs.map(({ f1 }) => f1))).toBeGreaterThanOrEqual(single - 0.01);
  });

  it.each([
    [
      "gold data without results",
      ["--gold", GOLD],
      "compared with one file of results, or with -i",
    ],
    ["both results and a run", [GOLD, "a.json", ...RUN], "Give one of them."],
  ])("evaluate reports %s as a mistake, in one line", async (_, args, message) => {
    const run = runProgram(["evaluate", ...args]);
    await expect(run).rejects.toThrow(UsageError);
    await expect(run).rejects.toThrow(message);
  });

  it("evaluate shows the vote on the collection's topic, and the recorded verdict of each of its measures", async () => {
    const asLines = join(temporaryFolder(), "results.jsonl");
    const both = [...RUN, "-tm", "cosine", "-cm", "vsm,directory", "-o", asLines];
    const { text: json } = await runToFile(both);
    const run = readFileSync(asLines, "utf8");
    const entries = rowsOf(run);
    const voted = entries.filter((entry) => entry["collection topic status"] === "off-topic");
    const { text } = await commandToFile("evaluate", GOLD, fileOf(run), "-ot", "json");
    const report = JSON.parse(text) as Report & { readonly topic: { tp: number; fp: number } };
    expect(report.topic.tp + report.topic.fp).toBe(voted.length);
    // `directory` has no vote and is not swept; the other two are.
    expect(report.measures.map(({ name }) => name)).toEqual(["cosine", "vsm"]);
    const table = (await commandToFile("evaluate", GOLD, fileOf(run))).text;
    expect(table).toMatch(/^ {2}topic +its vote +\d/mu);
    expect(table).toMatch(/^ {2}vsm +as recorded +\d/mu);
    expect(table).toMatch(/^ {2}kind +label +mementos +overall +cosine +vsm +topic$/mu);
    // JSON contains no settings; the measures are known from their names.
    expect((await commandToFile("evaluate", GOLD, fileOf(json))).text).toBe(table);
  });

  it("evaluate writes a plot for each measure, with the same bytes every time", async () => {
    const run = fileOf(lines);
    const [first, second] = [temporaryFolder(), temporaryFolder()];
    const one = await commandToFile("evaluate", GOLD, run, "--plots", first);
    const two = await commandToFile("evaluate", GOLD, run, "--plots", second);
    expect(two.text).toBe(one.text);
    expect(readdirSync(first).sort()).toEqual(["cosine.svg", "style.svg", "wordcount.svg"]);
    for (const name of readdirSync(first)) {
      expect(readFileSync(join(second, name))).toEqual(readFileSync(join(first, name)));
    }
  });

  it("evaluate reads gold data that a spreadsheet saved as Unicode text", async () => {
    const text = `\u{feff}${readFileSync(GOLD, "utf8").replaceAll("\n", "\r\n")}`;
    const little = Buffer.from(text, "utf16le");
    const big = Buffer.from(little).swap16();
    const expected = await commandToFile("evaluate", fileOf(text), fileOf(lines), "-ot", "csv");
    for (const bytes of [little, big]) {
      const gold = join(temporaryFolder(), "gold.txt");
      writeFileSync(gold, bytes);
      const { text: said } = await commandToFile("evaluate", gold, fileOf(lines), "-ot", "csv");
      expect(said).toBe(expected.text);
    }
  });
});

describe("calibrate and --thresholds", () => {
  it("votes in a run by the thresholds of a file that calibrate wrote", async () => {
    const { file, text } = await commandToFile(
      "calibrate",
      GOLD,
      fileOf(lines),
      "--set",
      "resamples=50",
    );
    const tuned = parseThresholdFile(text, file).thresholds;
    expect([...tuned.keys()].toSorted()).toEqual(["cosine", "style", "wordcount"]);
    const args = ["-ot", "jsonl", "-tm", "cosine,style", "--thresholds", file];
    const { text: run } = await runToFile([...RUN, ...args]);
    const rows = rowsOf<{ "timemap measures"?: Record<string, Record<string, unknown>> }>(run);
    for (const { "timemap measures": measures } of rows.slice(0, 40)) {
      const { "comparison score": score, "topic status": status } = measures?.["cosine"] ?? {};
      if (typeof score !== "number") continue;
      expect(status).toBe(score < tuned.get("cosine")!.threshold ? "off-topic" : "on-topic");
    }
    expect((settingsOf(run)["measures"] as unknown[])[1]).toEqual({
      keyword: "style",
      name: "style",
      comparison: "<",
      threshold: tuned.get("style")!.threshold,
      tuned: true,
    });
  });

  it("calibrate writes the same file for a new run and for its file of results", async () => {
    const settings = [...FEW, "-tm", "cosine,style", "--workers", "0"];
    const { text: results } = await runToFile([...settings, "-ot", "jsonl"]);
    const saved = await commandToFile("calibrate", GOLD, fileOf(results));
    expect((await commandToFile("calibrate", "--gold", GOLD, ...settings)).text).toBe(saved.text);
    expect((await commandToFile("calibrate", GOLD, ...settings)).text).toBe(saved.text);
  });

  it("calibrate refuses to write a file that would contain no threshold", async () => {
    const { text } = await runToFile([...RUN, "-cm", "vsm", "-ot", "jsonl"]);
    await expect(commandToFile("calibrate", GOLD, fileOf(text))).rejects.toThrow(
      /has no measure to calibrate \(vsm\)\. Choose measures with -tm\./u,
    );
    // The only off-topic row that matches a memento has no score.
    const gold = fileOf(
      "1\t20131201211530\thttp://northquay-observatory.example/\t0\n" +
        "1\t20000101000000\thttp://gone.example/\t0\n" +
        "1\t20090414101507\thttp://www.harbour-lantern-museum.example/\t1\n",
    );
    await expect(commandToFile("calibrate", gold, fileOf(lines))).rejects.toThrow(
      /no threshold of cosine, wordcount, style finds any off-topic memento/u,
    );
  });

  it.each([["both results and a run", [GOLD, "a.jsonl", ...RUN], "Give one of them."]])(
    "calibrate reports %s as a mistake, in one line",
    async (_, args, message) => {
      const run = runProgram(["calibrate", ...args]);
      await expect(run).rejects.toThrow(UsageError);
      await expect(run).rejects.toThrow(message);
    },
  );

  it("refuses a threshold that was tuned for other preprocessing, unless the user gives a threshold", async () => {
    const { file } = await commandToFile("calibrate", GOLD, fileOf(lines), "--set", "resamples=0");
    const other = ["--boilerplate", "none", "--thresholds", file];
    await expect(runToFile([...RUN, "-tm", "cosine", ...other])).rejects.toThrow(
      /the threshold of cosine was tuned for preprocessing\.boilerplate all-paragraphs, not none/u,
    );
    // Class names do not depend on boilerplate, and a threshold on the command line overrides the file.
    const { status } = await runToFile([...RUN, "-tm", "style,cosine=0.2", ...other]);
    expect(status).toBe(0);
  });

  it.each(["", "{}", "[1]"])("refuses %j as a file of thresholds", async (text) => {
    const file = fileOf(text);
    await expect(runToFile([...RUN, "--thresholds", file])).rejects.toThrow(
      /Give a file that detect_off_topic calibrate wrote\./u,
    );
  });
});
