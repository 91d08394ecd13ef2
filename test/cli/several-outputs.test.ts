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

/**
 * Returns the contents of the files after a run, in the order of their names. `outputs` are arguments separated by
 * spaces.
 */
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

/** Returns the output type of a text by its beginning. */
const formOf = (text: string): string => {
  if (text.startsWith("<!doctype html>")) return "html";
  if (text.startsWith("URI-T,URI-M,")) return "csv";
  if (text.startsWith("URI-R,Mementos,")) return "seeds";
  if (text.startsWith("{\n")) return "json";
  return text.startsWith("{") ? "jsonl" : "text";
};

async function formsOf(run: readonly string[], outputs: string): Promise<Record<string, string>> {
  const { texts } = await outputsOf(run, outputs);
  return Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, formOf(text)]));
}

describe("output type of a file", () => {
  it.each([
    ["of -ot for a single -o, wherever it stands", "-o a.html -ot csv", { "a.html": "csv" }],
    ["of -ot before a single -o", "-ot csv -o a.json", { "a.json": "csv" }],
    ["by the suffix of -o without -ot", "-o a.HTML", { "a.HTML": "html" }],
    ["json for a name without a suffix", "-o a", { a: "json" }],
    ["json for a name that begins with a point", "-o .a", { ".a": "json" }],
    ["of -ot if the suffix is usual for it", "-ot seeds -o a.csv", { "a.csv": "seeds" }],
    ["of -ot if the suffix belongs to no output type", "-ot text -o a.log", { "a.log": "text" }],
    [
      "by suffix for each of several outputs",
      "-o a.jsonl -o a.html -o a.csv -o a.json",
      { "a.csv": "csv", "a.html": "html", "a.json": "json", "a.jsonl": "jsonl" },
    ],
    [
      "of the -ot directly before each of several outputs",
      "-ot seeds -o a.csv -o b.csv -ot text -o c -o d",
      { "a.csv": "seeds", "b.csv": "csv", c: "text", d: "json" },
    ],
    [
      "for standard output as one of several",
      "-ot text -o - -o a.csv",
      { "a.csv": "csv", "-": "text" },
    ],
    [
      "without regard to suffixes in profile otmt-1.0.5",
      "--profile otmt-1.0.5 -o a.csv -ot csv -o b.html",
      { "a.csv": "json", "b.html": "csv" },
    ],
    [
      "json for a single output in profile otmt-1.0.5",
      "--profile otmt-1.0.5 -o a.csv",
      { "a.csv": "json" },
    ],
  ])("chooses the output type %s: %s", async (_, outputs, forms) => {
    expect(await formsOf(RUN, outputs)).toEqual(forms);
  });
});

describe("suffixes of another output type, or of none", () => {
  const saved = ["convert", "fixtures/expected/collection.jsonl"];

  it.each(["r.htm", "r.tsv", "r.json.gz", "r.txt", "r.2024"])(
    "refuses an unknown suffix without -ot, and lists the known ones: %s",
    async (name) => {
      const folder = temporaryFolder();
      const { status, stderr } = await runBin([...RUN, "-o", join(folder, name)]);
      const suffix = name.slice(name.lastIndexOf("."));
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr:
          `detect_off_topic: -o ${join(folder, name)} ends in ${suffix}, which names no output type: ` +
          ".csv, .html, .json, .jsonl, .parquet do. Give -ot FORM as well, or another name.\n",
      });
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it("refuses an unknown suffix with convert, and accepts .txt, which is usual for its text", async () => {
    const folder = temporaryFolder();
    const [txt, tsv] = [join(folder, "r.txt"), join(folder, "r.tsv")];
    expect((await runBin([...saved, "-o", tsv])).status).toBe(2);
    expect((await runBin([...saved, "-o", txt])).status).toBe(0);
    expect(formOf(readFileSync(txt, "utf8"))).toBe("text");
  });

  it("writes a file with the suffix of another output type, and says so in one line except with -q", async () => {
    const path = join(temporaryFolder(), "r.html");
    const { status, stderr } = await runBin([...saved, "-ot", "csv", "-o", path]);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `-o ${path} is written as csv (-ot csv), though it ends in .html.\n`,
    });
    expect(formOf(readFileSync(path, "utf8"))).toBe("csv");
    expect((await runBin([...RUN, "-ot", "csv", "-o", path])).stderr).toBe("");
    const htm = join(temporaryFolder(), "r.htm");
    const other = await runBin([...saved, "-ot", "json", "-o", htm]);
    expect(other.stderr).toBe(`-o ${htm} is written as json (-ot json), though it ends in .htm.\n`);
  });

  it("ignores the suffix of an output that is not a file", async () => {
    const pipe = join(temporaryFolder(), "to.pipe");
    spawnSync("mkfifo", [pipe]);
    const reading = readFile(pipe, "utf8");
    const { status } = await runBin([...RUN, "-o", pipe]);
    expect(status).toBe(0);
    expect(formOf(await reading)).toBe("json");
  });
});

describe("several outputs of one run", () => {
  it("writes each of several outputs with the same bytes as alone, with or without a report", async () => {
    const { texts } = await outputsOf(
      WHOLE_RUN,
      "-o a.jsonl -o a.html -o a.csv -ot text -o a -ot seeds -o s",
    );
    const forms = { "a.jsonl": "jsonl", "a.html": "html", "a.csv": "csv", a: "text", s: "seeds" };
    for (const [file, form] of Object.entries(forms)) {
      const alone = await runToFile([...WHOLE_RUN, "-ot", form]);
      expect(texts[file] === alone.text, file).toBe(true);
    }
  });

  it("writes to Parquet every score and verdict that JSON Lines have", async () => {
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

  it("writes the same results beside a report in a profile whose runs otherwise look for no signs", async () => {
    const paper = [...WHOLE_RUN, "--profile", "paper", "--set", "sign-strength=0.7"];
    const { texts } = await outputsOf(paper, "-o a.jsonl -o a.html");
    const alone = await runToFile([...paper.slice(0, -2), "-ot", "jsonl"]);
    expect(texts["a.jsonl"]).toBe(alone.text);
  });

  it("writes with reduce, merge and convert the same files as the run", async () => {
    const asked = "-o a.jsonl -o a.csv -ot text -o a";
    const { texts } = await outputsOf(WHOLE_RUN, asked);
    const mapped = await runBin(["map", WHOLE_RUN[2]!, "--workers", "0"]);
    const records = `${mapped.stdout.trimEnd().split("\n").sort().join("\n")}\n`;
    expect((await outputsOf(["reduce", "-q"], asked, records)).texts).toEqual(texts);
    const saved = join(temporaryFolder(), "saved.jsonl");
    writeFileSync(saved, texts["a.jsonl"]!);
    for (const command of ["merge", "convert"]) {
      expect((await outputsOf([command, saved], asked)).texts, command).toEqual(texts);
    }
  });

  it("merges lines unchanged, whatever wrote them", async () => {
    const saved = join(temporaryFolder(), "saved.jsonl");
    const { text } = await runToFile([...RUN, "-ot", "jsonl"]);
    const [settings = "", line = ""] = text.split("\n");
    const [said, row] = [settings, line].map((one) => one.replace(/\}$/u, ', "more": [1, 2]}'));
    const other = `${said!}\n${row!}`;
    writeFileSync(saved, `${other}\n`);
    const { texts } = await outputsOf(["merge", saved], "-o a.jsonl -o a.csv");
    expect(texts["a.jsonl"]).toBe(`${other}\n`);
    expect(texts["a.csv"]).toContain("bytecount");
  });

  it("applies --only to all outputs", async () => {
    const { texts } = await outputsOf([...WHOLE_RUN, "--only", "off-topic"], "-o a.csv -o a.jsonl");
    expect(texts["a.csv"]).not.toContain(",on-topic,on-topic,");
    expect(texts["a.jsonl"]).not.toContain('"overall topic status":"on-topic"');
  });

  it("writes no output if one of them cannot be written", async () => {
    const folder = temporaryFolder();
    const args = ["-o", join(folder, "a.json"), "-o", join(folder, "missing/b.json")];
    await expect(runProgram([...RUN, ...args])).rejects.toThrow("there is no folder");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("outputs that contradict each other", () => {
  it.each([
    ["a form behind the last -o", "-o a -o b -ot csv", "-ot csv belongs to no -o"],
    ["two forms before one -o", "-o a -ot csv -ot json -o b", "-ot csv belongs to no -o"],
    ["two forms of one output", "-ot csv -ot json -o a", "-ot is given 2 times for one output"],
    ["two forms of standard output", "-ot csv -ot json", "-ot is given 2 times for one output"],
    ["the same file twice", "-o a -ot csv -o ./a", "cannot take two outputs"],
    ["standard output twice", "-o - -o /dev/stdout", "standard output cannot take two outputs"],
    ["links that no form has", "-o a.csv -o b.json --replay http://r.example/", "--replay is for"],
    ["a form that there is not", "-o a.csv -ot pdf -o b", 'unknown output type "pdf"'],
  ])("refuses outputs that contradict each other, %s: %s", async (_, outputs, message) => {
    const { status, stderr, stdout } = await runBin([...RUN, ...outputs.split(" ")]);
    expect(stderr).toContain(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });

  it("refuses one file by two names as outputs", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "a"), "");
    symlinkSync("a", join(folder, "b"));
    const args = ["-o", join(folder, "a"), "-o", join(folder, "b")];
    await expect(runProgram([...RUN, ...args])).rejects.toThrow("cannot take two outputs");
  });

  it("refuses several outputs if one of them is read as well", async () => {
    const folder = temporaryFolder();
    const saved = join(folder, "a.jsonl");
    writeFileSync(saved, (await runToFile([...RUN, "-ot", "jsonl"])).text);
    const args = ["convert", saved, "-o", join(folder, "b.csv"), "-o", saved];
    await expect(runProgram(args)).rejects.toThrow("is read as well");
  });

  it("refuses two outputs of a command that has one", async () => {
    const { status, stderr } = await runBin(["report", "x.jsonl", "-o", "a", "-o", "b"]);
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "detect_off_topic: -o is given twice: a and b.\n",
    });
  });
});
