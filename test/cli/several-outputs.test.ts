import { readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { QUICK, runBin, temporaryFolder } from "../support/run-bin.js";
import { runToFile } from "../support/run-program.js";

const RUN = ["-q", "-i", "warc=fixtures/warcs/two-captures.warc", ...QUICK];
const SAVED = ["convert", "-q", "fixtures/cases/forms/off-topic-run-and-error.in.jsonl"];
const WARC = "fixtures/collection/saltmouth-2009-2013.warc.gz";
const WHOLE_RUN = ["-q", "-i", `warc=${WARC}`, "--workers", "0"];

/** Returns the content of each output file after a run, in the order of names. `-` is standard output. */
async function outputsOf(
  run: readonly string[],
  outputs: string,
  stdin?: string,
): Promise<Record<string, string>> {
  const folder = temporaryFolder();
  const args = outputs
    .split(" ")
    .map((word, at, all) => (all[at - 1] === "-o" && word !== "-" ? join(folder, word) : word));
  const { stdout, stderr } = await runBin([...run, ...args], { stdin });
  expect(stderr).toBe("");
  const texts = readdirSync(folder)
    .sort()
    .map((file) => [file, readFileSync(join(folder, file), "utf8")] as const);
  return Object.fromEntries(stdout === "" ? texts : [...texts, ["-", stdout]]);
}

/** Returns the format of an output, recognised by its beginning. */
const formatOf = (text: string): string => {
  if (text.startsWith("<!doctype html>")) return "html";
  if (text.startsWith("URI-T,URI-M,")) return "csv";
  if (text.startsWith("URI-R,Mementos,")) return "seeds";
  if (text.startsWith("{\n")) return "json";
  return text.startsWith("{") ? "jsonl" : "text";
};

describe("the format of an output", () => {
  it.each([
    [SAVED, "-o a.csv -ot text", "a.csv:text"],
    [SAVED, "-o a.CSV", "a.CSV:csv"],
    [SAVED, "-o a.jsonl -o a.csv -o a.json", "a.csv:csv a.json:json a.jsonl:jsonl"],
    [
      SAVED,
      "-ot seeds -o a.csv -o b.csv -ot json -o c -o d",
      "a.csv:seeds b.csv:csv c:json d:text",
    ],
    [SAVED, "-ot text -o - -o a.csv", "a.csv:csv -:text"],
    [RUN, "--profile otmt-1.0.5 -o a.csv -ot csv -o b.html", "a.csv:json b.html:csv"],
  ])(
    "%j %s: each output is in the format of its -ot, else of its suffix: %s",
    async (run, outputs, formats) => {
      const texts = await outputsOf(run, outputs);
      const found = Object.entries(texts).map(([file, text]) => `${file}:${formatOf(text)}`);
      expect(found.join(" ")).toBe(formats);
    },
  );

  it("a suffix that names no format is refused, with those that do", async () => {
    const folder = temporaryFolder();
    for (const name of ["r.htm", "r.json.gz", "r.2024"]) {
      const { status, stderr } = await runBin([...RUN, "-o", join(folder, name)]);
      expect(status).toBe(2);
      expect(stderr).toContain("which names no output type: .cdxj, .csv, .html, .json");
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it("-ot wins over a suffix", async () => {
    const path = join(temporaryFolder(), "r.html");
    expect((await runBin([...SAVED, "-ot", "csv", "-o", path])).stderr).toBe("");
    expect(formatOf(readFileSync(path, "utf8"))).toBe("csv");
  });
});

describe("several outputs of one run", () => {
  let made: Promise<Record<string, string>> | undefined;
  /** The outputs of one run, which several tests look at. */
  const texts = (): Promise<Record<string, string>> =>
    (made ??= outputsOf(WHOLE_RUN, "-o a.jsonl -o a.html -o a.json -ot text -o a -ot seeds -o s"));

  it("each has the bytes that it has alone", async () => {
    const formats = { "a.jsonl": "jsonl", "a.html": "html", "a.json": "json", s: "seeds" };
    for (const [file, format] of Object.entries(formats)) {
      const alone = await runToFile([...WHOLE_RUN, "-ot", format]);
      expect((await texts())[file] === alone.text, file).toBe(true);
    }
  });

  it("reduce, convert and a run with a history write the same files", async () => {
    const { "a.jsonl": lines, "a.json": json, a, s } = await texts();
    const mapped = await runBin(["map", `warc=${WARC}`, "--workers", "0"]);
    const records = `${mapped.stdout.trimEnd().split("\n").sort().join("\n")}\n`;
    expect(await outputsOf(["reduce", "-q"], "-o a.json -o a.jsonl", records)).toEqual({
      "a.json": json,
      "a.jsonl": lines,
    });
    const withHistory = [...WHOLE_RUN, "--history", temporaryFolder()];
    expect(await outputsOf(withHistory, "-o a.jsonl")).toEqual({ "a.jsonl": lines });
    const saved = join(temporaryFolder(), "saved.jsonl");
    writeFileSync(saved, lines!);
    const converted = await outputsOf(
      ["convert", "-q", saved],
      "-o a.jsonl -ot text -o a -ot seeds -o s",
    );
    expect(converted).toEqual({ a, "a.jsonl": lines, s });
  });

  it("none is written if one cannot be written", async () => {
    const folder = temporaryFolder();
    const args = ["-o", join(folder, "a.json"), "-o", join(folder, "missing/b.json")];
    const { status, stderr } = await runBin([...RUN, ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain("missing/b.json cannot be written");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("outputs that cannot be meant are refused", () => {
  it.each([
    ["-o a -o b -ot csv", "-ot csv belongs to no -o"],
    ["-o a -ot csv -o ./a", "cannot take two outputs"],
    ["-o a.csv -ot pdf -o b", 'unknown output type "pdf"'],
  ])("%s", async (outputs, message) => {
    const { status, stderr, stdout } = await runBin([...RUN, ...outputs.split(" ")]);
    expect(stderr).toContain(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });

  it("two names of one file, and a file that is read", async () => {
    const folder = temporaryFolder();
    const [one, link, saved] = ["a", "b", "c.jsonl"].map((name) => join(folder, name));
    writeFileSync(one!, "");
    symlinkSync("a", link!);
    const twice = await runBin([...RUN, "-o", one!, "-o", link!]);
    expect(twice.stderr).toContain("cannot take two outputs");
    writeFileSync(saved!, readFileSync(SAVED[2]!));
    const read = await runBin(["convert", saved!, "-o", join(folder, "b.csv"), "-o", saved!]);
    expect(read.stderr).toContain("is read as well");
    const report = await runBin(["report", "x.jsonl", "-o", "a", "-o", "b"]);
    expect(report.stderr).toBe("detect_off_topic: -o is given twice: a and b. Give it once.\n");
  });
});
