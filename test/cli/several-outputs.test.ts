import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../src/cli/program.js";
import { members } from "../../src/base/json.js";
import { QUICK, runBin, temporaryFolder } from "../support/run-bin.js";
import { runToFile } from "../support/run-program.js";
import { rowsOf } from "../support/rows.js";

const RUN = ["-q", "-i", "warc=fixtures/warcs/two-captures.warc", ...QUICK];
const WHOLE_RUN = [
  "-q",
  "-i",
  "warc=fixtures/collection/saltmouth-2009-2013.warc.gz",
  "--workers",
  "0",
];
const RAW_SIMHASH = ["--set", "raw-simhash=true"];

/** Returns the content of each output file after a run, in the order of names. `-` is standard output. */
async function outputsOf(
  run: readonly string[],
  outputs: string,
  stdin?: string,
): Promise<{ readonly status: number | null; readonly texts: Record<string, string> }> {
  const folder = temporaryFolder();
  const args = outputs
    .split(" ")
    .map((word, at, all) => (all[at - 1] === "-o" && word !== "-" ? join(folder, word) : word));
  const { status, stdout, stderr } = await runBin([...run, ...args], { stdin });
  expect(stderr).toBe("");
  const files = readdirSync(folder).sort();
  const texts = files.map((file): [string, string] => [
    file,
    readFileSync(join(folder, file), "utf8"),
  ]);
  return { status, texts: Object.fromEntries(stdout === "" ? texts : [...texts, ["-", stdout]]) };
}

/** Returns the format of an output, recognised by its beginning. */
const formatOf = (text: string): string => {
  if (text.startsWith("<!doctype html>")) return "html";
  if (text.startsWith("URI-T,URI-M,")) return "csv";
  if (text.startsWith("URI-R,Mementos,")) return "seeds";
  if (text.startsWith("{\n")) return "json";
  return text.startsWith("{") ? "jsonl" : "text";
};

async function formatsOf(run: readonly string[], outputs: string): Promise<Record<string, string>> {
  const { texts } = await outputsOf(run, outputs);
  return Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, formatOf(text)]));
}

describe("the format of an output", () => {
  it.each([
    ["of the -ot after its only -o", "-o a.html -ot csv", { "a.html": "csv" }],
    ["of the -ot before its only -o", "-ot csv -o a.json", { "a.json": "csv" }],
    ["of the suffix of its only -o", "-o a.HTML", { "a.HTML": "html" }],
    ["JSON if the file name has no suffix", "-o a", { a: "json" }],
    ["JSON if the file name begins with a point", "-o .a", { ".a": "json" }],
    [
      "of -ot if files of that format usually have the suffix",
      "-ot seeds -o a.csv",
      { "a.csv": "seeds" },
    ],
    ["of -ot if no format has the suffix", "-ot text -o a.log", { "a.log": "text" }],
    [
      "of the suffix of each -o",
      "-o a.jsonl -o a.html -o a.csv -o a.json",
      { "a.csv": "csv", "a.html": "html", "a.json": "json", "a.jsonl": "jsonl" },
    ],
    [
      "of the -ot directly before its -o",
      "-ot seeds -o a.csv -o b.csv -ot text -o c -o d",
      { "a.csv": "seeds", "b.csv": "csv", c: "text", d: "json" },
    ],
    [
      "of -ot if one of several outputs is standard output",
      "-ot text -o - -o a.csv",
      { "a.csv": "csv", "-": "text" },
    ],
    [
      "JSON in profile otmt-1.0.5 without -ot, with any suffixes",
      "--profile otmt-1.0.5 -o a.csv -ot csv -o b.html",
      { "a.csv": "json", "b.html": "csv" },
    ],
    [
      "JSON in profile otmt-1.0.5 for a single output",
      "--profile otmt-1.0.5 -o a.csv",
      { "a.csv": "json" },
    ],
  ])("writes each output in the format %s: %s", async (_, outputs, formats) => {
    expect(await formatsOf(RUN, outputs)).toEqual(formats);
  });
});

describe("missing suffixes, and suffixes of another format", () => {
  const saved = ["convert", "fixtures/expected/collection.jsonl"];

  it.each(["r.htm", "r.tsv", "r.json.gz", "r.txt", "r.2024"])(
    "refuses an unknown suffix without -ot, and lists the known suffixes: %s",
    async (name) => {
      const folder = temporaryFolder();
      const { status, stderr } = await runBin([...RUN, "-o", join(folder, name)]);
      const suffix = name.slice(name.lastIndexOf("."));
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr:
          `detect_off_topic: -o ${join(folder, name)} ends in ${suffix}, which names no output type: ` +
          ".cdxj, .csv, .html, .json, .jsonl, .parquet do. Give -ot FORM as well, or another name.\n",
      });
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it("convert refuses an unknown suffix, but accepts .txt for its text output", async () => {
    const folder = temporaryFolder();
    const [txt, tsv] = [join(folder, "r.txt"), join(folder, "r.tsv")];
    expect((await runBin([...saved, "-o", tsv])).status).toBe(2);
    expect((await runBin([...saved, "-o", txt])).status).toBe(0);
    expect(formatOf(readFileSync(txt, "utf8"))).toBe("text");
  });

  it("writes in the format of -ot instead of that of the suffix, and notes the difference except with -q", async () => {
    const path = join(temporaryFolder(), "r.html");
    const { status, stderr } = await runBin([...saved, "-ot", "csv", "-o", path]);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `-o ${path} is written as csv (-ot csv), though it ends in .html.\n`,
    });
    expect(formatOf(readFileSync(path, "utf8"))).toBe("csv");
    expect((await runBin([...RUN, "-ot", "csv", "-o", path])).stderr).toBe("");
    const htm = join(temporaryFolder(), "r.htm");
    const other = await runBin([...saved, "-ot", "json", "-o", htm]);
    expect(other.stderr).toBe(`-o ${htm} is written as json (-ot json), though it ends in .htm.\n`);
  });

  it("ignores the suffix of an output that is not a regular file", async () => {
    const pipe = join(temporaryFolder(), "to.pipe");
    spawnSync("mkfifo", [pipe]);
    const reading = readFile(pipe, "utf8");
    const { status } = await runBin([...RUN, "-o", pipe]);
    expect(status).toBe(0);
    expect(formatOf(await reading)).toBe("json");
  });
});

describe("several outputs of one run", () => {
  it("writes the same bytes to each of several outputs as to a single output", async () => {
    const { texts } = await outputsOf(
      WHOLE_RUN,
      "-o a.jsonl -o a.html -o a.csv -ot text -o a -ot seeds -o s",
    );
    const formats = { "a.jsonl": "jsonl", "a.html": "html", "a.csv": "csv", a: "text", s: "seeds" };
    for (const [file, format] of Object.entries(formats)) {
      const alone = await runToFile([...WHOLE_RUN, "-ot", format]);
      expect(texts[file] === alone.text, file).toBe(true);
    }
  });

  it("writes every score and verdict of JSON Lines to Parquet", async () => {
    const folder = temporaryFolder();
    const [lines, table] = [join(folder, "a.jsonl"), join(folder, "a.parquet")];
    const more = ["-cm", "vsm", "--signs", "-tm", "cosine,wordcount,raw_simhash@median"];
    await runProgram([...WHOLE_RUN, ...more, "-o", lines, "-o", table]);
    const rows = await parquetReadObjects({
      file: new Uint8Array(readFileSync(table)).buffer,
    });
    const said = rowsOf(readFileSync(lines, "utf8"));
    expect(rows).toHaveLength(said.length);
    for (const [i, line] of said.entries()) {
      const measures = {
        ...members(line["timemap measures"]),
        ...members(line["collection measures"]),
      };
      expect(Object.keys(measures)).toHaveLength(5);
      for (const [name, measure] of Object.entries(measures)) {
        const { "comparison score": score = null } = members(measure);
        expect(rows[i]![`score_${name}`], name).toBe(score);
      }
      expect(rows[i]!["overall_topic_status"]).toBe(line["overall topic status"] ?? null);
    }
  });

  it("writes the same JSON Lines with or without a report, in a profile that looks for signs only in a report", async () => {
    const paper = [...WHOLE_RUN, "--profile", "paper"];
    const { texts } = await outputsOf(paper, "-o a.jsonl -o a.html");
    const alone = await runToFile([...paper, "-ot", "jsonl"]);
    expect(texts["a.jsonl"]).toBe(alone.text);
  });

  it("reduce and convert write the same files as the run", async () => {
    const asked = "-o a.jsonl -o a.csv -ot text -o a";
    const { texts } = await outputsOf([...WHOLE_RUN, ...RAW_SIMHASH], asked);
    const mapped = await runBin(["map", WHOLE_RUN[2]!, "--workers", "0"]);
    const records = `${mapped.stdout.trimEnd().split("\n").sort().join("\n")}\n`;
    const reduce = ["reduce", "-q", ...RAW_SIMHASH];
    expect((await outputsOf(reduce, asked, records)).texts).toEqual(texts);
    const saved = join(temporaryFolder(), "saved.jsonl");
    writeFileSync(saved, texts["a.jsonl"]!);
    expect((await outputsOf(["convert", saved], asked)).texts).toEqual(texts);
  });

  it("JSON Lines of profile default have the Simhash of the markup only if a setting asks for it, and JSON always has it", async () => {
    const { texts } = await outputsOf(WHOLE_RUN, "-o a.jsonl");
    expect(texts["a.jsonl"]).not.toContain("raw memento simhash value");
    expect(texts["a.jsonl"]).toContain('"text simhash"');
    const both = (await outputsOf(WHOLE_RUN, "-o a.json -o a.jsonl -o a.html")).texts;
    expect(both["a.jsonl"]).toBe(texts["a.jsonl"]);
    expect(both["a.json"]).toContain("raw memento simhash value");
    expect((await outputsOf(WHOLE_RUN, "-o a.html")).texts["a.html"]).toBe(both["a.html"]);
    const cached = [...WHOLE_RUN, "--history", temporaryFolder()];
    expect((await outputsOf(cached, "-o a.jsonl")).texts).toEqual(texts);
    const { stdout } = await runBin(["map", WHOLE_RUN[2]!, "--workers", "0"]);
    const records = `${stdout.trimEnd().split("\n").sort().join("\n")}\n`;
    const reduced = (await outputsOf(["reduce", "-q"], "-o a.json -o a.jsonl", records)).texts;
    expect(reduced).toEqual({ "a.json": both["a.json"], "a.jsonl": texts["a.jsonl"] });
    const asked = (await outputsOf([...WHOLE_RUN, ...RAW_SIMHASH], "-o a.jsonl")).texts["a.jsonl"]!;
    expect(asked.match(/"raw memento simhash value"/gu)).toHaveLength(
      texts["a.jsonl"]!.match(/"text simhash"/gu)!.length,
    );
    const paper = await outputsOf([...WHOLE_RUN, "--profile", "paper"], "-o a.jsonl");
    expect(paper.texts["a.jsonl"]).toContain("raw memento simhash value");
  });

  it("--only applies to all outputs", async () => {
    const { texts } = await outputsOf([...WHOLE_RUN, "--only", "off-topic"], "-o a.csv -o a.jsonl");
    expect(texts["a.csv"]).not.toContain(",on-topic,on-topic,");
    expect(texts["a.jsonl"]).not.toContain('"overall topic status":"on-topic"');
  });

  it("writes none of several outputs if one of them cannot be written", async () => {
    const folder = temporaryFolder();
    const args = ["-o", join(folder, "a.json"), "-o", join(folder, "missing/b.json")];
    await expect(runProgram([...RUN, ...args])).rejects.toThrow("there is no folder");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("contradictory outputs", () => {
  it.each([
    ["-ot after the last of several -o", "-o a -o b -ot csv", "-ot csv belongs to no -o"],
    ["two -ot before one of several -o", "-o a -ot csv -ot json -o b", "-ot csv belongs to no -o"],
    ["two -ot for one output", "-ot csv -ot json -o a", "-ot is given 2 times for one output"],
    ["two -ot for standard output", "-ot csv -ot json", "-ot is given 2 times for one output"],
    ["the same file twice", "-o a -ot csv -o ./a", "cannot take two outputs"],
    ["standard output twice", "-o - -o /dev/stdout", "standard output cannot take two outputs"],
    [
      "--replay for formats without links",
      "-o a.csv -o b.json --replay http://r.example/",
      "--replay is for",
    ],
    ["an unknown format", "-o a.csv -ot pdf -o b", 'unknown output type "pdf"'],
  ])("refuses %s: %s", async (_, outputs, message) => {
    const { status, stderr, stdout } = await runBin([...RUN, ...outputs.split(" ")]);
    expect(stderr).toContain(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });

  it("refuses two names of the same file as two outputs", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "a"), "");
    symlinkSync("a", join(folder, "b"));
    const args = ["-o", join(folder, "a"), "-o", join(folder, "b")];
    await expect(runProgram([...RUN, ...args])).rejects.toThrow("cannot take two outputs");
  });

  it("refuses several outputs if one of them is an input too", async () => {
    const folder = temporaryFolder();
    const saved = join(folder, "a.jsonl");
    writeFileSync(saved, (await runToFile([...RUN, "-ot", "jsonl"])).text);
    const args = ["convert", saved, "-o", join(folder, "b.csv"), "-o", saved];
    await expect(runProgram(args)).rejects.toThrow("is read as well");
  });

  it("refuses two outputs of a command that writes one", async () => {
    const { status, stderr } = await runBin(["report", "x.jsonl", "-o", "a", "-o", "b"]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "detect_off_topic: -o is given twice: a and b.\n",
    });
  });
});
