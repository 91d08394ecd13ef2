import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folders.js";
import { ROOT, temporaryFolder } from "../support/run-bin.js";
import { runInside } from "../support/run-inside.js";

const WARC = join(ROOT, "fixtures/warcs/two-captures.warc");
const READING = ["-i", `warc=${WARC}`, "--workers", "0", "--no-detect-languages"];

/** Creates a folder with files of the given texts, or of values as JSON. */
function folderOf(files: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(files).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return folderWith(Object.fromEntries(texts) as Record<string, string>);
}

/** Does the same as {@link runIn} inside this process. Not for plug-ins, because Node keeps them loaded. */
async function runHere(
  files: Readonly<Record<string, unknown>>,
  args: readonly string[] = READING,
): Promise<{ status: number; stdout: string; stderr: string; folder: string }> {
  const folder = folderOf(files);
  const before = process.cwd();
  process.chdir(folder);
  try {
    return { ...(await runInside(args)), folder };
  } finally {
    process.chdir(before);
  }
}

/** Runs the command in a new folder with these files. Returns its status, both outputs and the folder. */
async function runIn(
  files: Readonly<Record<string, unknown>>,
  args: readonly string[],
): Promise<{ status: number | null; stdout: string; stderr: string; folder: string }> {
  const folder = folderOf(files);
  return { ...(await runFrom(folder, args)), folder };
}

/** Runs the command in an existing folder. Returns its status and both outputs. */
async function runFrom(
  folder: string,
  args: readonly string[],
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(ROOT, "bin/detect_off_topic.js"), ...args], {
    cwd: folder,
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { status, ...said };
}

describe("the file of --config", () => {
  it("has defaults that the command line wins over; nothing is read without the option", async () => {
    const config = { "timemap-measures": "bytecount", "output-type": "csv", stem: "none" };
    const files = { "mine.json": config, "detect_off_topic.config.json": { profile: 1 } };
    const byDefault = await runHere(files, [...READING, "--config", "mine.json"]);
    expect(byDefault.status).toBe(0);
    expect(byDefault.stdout).toMatch(/^URI-T,URI-M,[^]*,bytecount,/u);
    const typed = ["-tm", "wordcount", "-ot", "jsonl", "--config", "mine.json"];
    const given = await runHere(files, [...READING, ...typed]);
    expect(given.stdout).toContain('"wordcount"');
    expect(given.stdout).not.toContain('"bytecount"');
    expect((await runHere(files)).status).toBe(0);
  });

  it("gives the same results as the options on the command line", async () => {
    const files = {
      "mine.json": { "timemap-measures": "cosine", language: "fr", "output-type": ["jsonl"] },
    };
    const typed = ["-tm", "cosine", "--language", "fr", "-ot", "jsonl"];
    const [one, other] = [
      await runHere(files, [...READING, "--config", "mine.json"]),
      await runHere({}, [...READING, ...typed]),
    ];
    expect(one.stdout).toBe(other.stdout);
  });

  it("may have quiet", async () => {
    const args = [...READING, "--config", "mine.json"];
    const { status, stderr } = await runHere({ "mine.json": { quiet: true } }, args);
    expect([status, stderr]).toEqual([0, ""]);
  });
});

it("reads a configuration from a named pipe given by --config", async () => {
  const folder = temporaryFolder();
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const writing = writeFile(join(folder, "pipe"), `{"output-type":"csv"}`);
  const { status, stdout } = await runFrom(folder, [...READING, "--config", "pipe"]);
  await writing;
  expect(status).toBe(0);
  expect(stdout).toMatch(/^URI-T,URI-M,/u);
});

it("accepts every option, such as plug-ins and outputs", async () => {
  const files = {
    "mine.json": { plugin: ["./mine.mjs"], "timemap-measures": "mine=0.5", output: "out.csv" },
    "mine.mjs": `export default { keyword: "mine", feature: "byte-count", score: () => 1 };`,
  };
  const { status, folder } = await runIn(files, [...READING, "--config", "mine.json"]);
  expect(status).toBe(0);
  expect(existsSync(join(folder, "out.csv"))).toBe(true);
});

describe("mistakes in a configuration file", () => {
  it.each([
    ["is not JSON", "{profile: paper}", "is not a JSON object of options"],
    ["is a list", [], "is not a JSON object of options"],
    ["has an unknown option", { profil: "paper" }, 'no option --profil. Did you mean "profile"?'],
    [
      "has a value of the wrong type",
      { profile: true },
      '"profile" has a value that --profile does not take',
    ],
    ["has text for a flag", { strict: "yes" }, "--strict does not take"],
    ["has a list for an option with one value", { profile: ["paper"] }, "--profile does not take"],
    ["has an unknown word", { profile: "papper" }, 'Did you mean "paper"?'],
  ])("refuses in one line a configuration file that %s", async (_, config, message) => {
    const { status, stdout, stderr } = await runHere({ "mine.json": config }, [
      ...READING,
      "--config",
      "mine.json",
    ]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
  });
});
