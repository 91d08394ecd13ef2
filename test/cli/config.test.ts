import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../run/plugins/modules.js";
import { ROOT, temporaryFolder } from "../support/run-bin.js";
import { runInside } from "../support/run-inside.js";

const WARC = join(ROOT, "fixtures/warcs/two-captures.warc");
const READING = ["-i", `warc=${WARC}`, "--workers", "0", "--no-detect-languages"];
const DEFAULT = "detect_off_topic.config.json";

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

describe("detect_off_topic.config.json in the working folder", () => {
  it("reads defaults from a configuration file in the working folder, reports the file's name, and prefers the command line", async () => {
    const files = {
      [DEFAULT]: { "timemap-measures": "bytecount", "output-type": "csv", stem: "none" },
    };
    const byDefault = await runHere(files);
    expect(byDefault.status).toBe(0);
    expect(byDefault.stderr.split("\n")[0]).toBe(`options from ${DEFAULT}`);
    expect(byDefault.stdout).toMatch(/^URI-T,URI-M,[^]*,bytecount,/u);
    const given = await runHere(files, [...READING, "-tm", "wordcount", "-ot", "jsonl"]);
    expect(given.stdout).toContain('"wordcount"');
    expect(given.stdout).not.toContain('"bytecount"');
  });

  it("gives the same results for options in a configuration file as on the command line", async () => {
    const files = {
      [DEFAULT]: { "timemap-measures": "cosine", language: "fr", "output-type": ["jsonl"] },
    };
    const typed = ["-tm", "cosine", "--language", "fr", "-ot", "jsonl"];
    const [one, other] = [await runHere(files), await runHere({}, [...READING, ...typed])];
    expect(one.stdout).toBe(other.stdout);
  });

  it.each([
    ["plugin", "./evil.mjs"],
    ["logfile", "log.txt"],
    ["directory", "work"],
    ["header", "Cookie: a"],
    ["input", "warc=other.warc"],
    ["archive", "http://127.0.0.1:1/"],
    ["replay", "http://127.0.0.1:1/"],
    ["combine", "learned=model.json"],
    ["fail-on", "off-topic"],
  ])(
    "refuses --%s in a configuration file of the working folder before running, reading or writing anything",
    async (name, value) => {
      const evil = `import { writeFileSync } from "node:fs"; writeFileSync("ran.txt", "");`;
      const { status, stderr, folder } = await runHere({
        [DEFAULT]: { [name]: value },
        "evil.mjs": evil,
      });
      expect(status).toBe(2);
      expect(stderr).toContain(`${DEFAULT} sets --${name}, which only the command line or a file`);
      expect(readdirSync(folder).sort()).toEqual([DEFAULT, "evil.mjs"]);
    },
  );
});

describe("a configuration file in the working folder other than a regular file", () => {
  it.each<readonly [string, (path: string) => void]>([
    ["a named pipe", (path) => execFileSync("mkfifo", [path])],
    ["a link to a device", (path) => symlinkSync("/dev/zero", path)],
    ["a folder", (path) => mkdirSync(path)],
    ["longer than 1 MB", (path) => writeFileSync(path, `{}${" ".repeat(1_000_000)}`)],
  ])(
    "refuses a configuration file in the working folder that is %s, and does not read it",
    async (_, make) => {
      const folder = temporaryFolder();
      make(join(folder, DEFAULT));
      const { status, stderr } = await runFrom(folder, READING);
      expect(stderr).toBe(
        `detect_off_topic: ${DEFAULT} of the working folder is not a file of at most 1 MB. Remove it, or give --config ${DEFAULT} if it is yours.\n`,
      );
      expect(status).toBe(2);
    },
  );
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

it("accepts every option in a file given by --config, and ignores the configuration file in the working folder", async () => {
  const files = {
    [DEFAULT]: { "timemap-measures": "cosine" },
    "mine.json": { plugin: ["./mine.mjs"], "timemap-measures": "mine=0.5", output: "out.csv" },
    "mine.mjs": `export default { keyword: "mine", feature: "byte-count", score: () => 1 };`,
  };
  const { status, stderr, folder } = await runIn(files, [...READING, "--config", "mine.json"]);
  expect(status).toBe(0);
  expect(stderr).toContain("options from mine.json");
  expect(stderr).not.toContain(DEFAULT);
  expect(existsSync(join(folder, "out.csv"))).toBe(true);
});

describe("mistakes in a configuration file", () => {
  it.each([
    ["is not JSON", "{profile: paper}", "is not JSON"],
    ["has an unknown option", { profil: "paper" }, 'no option --profil. Did you mean "profile"?'],
    [
      "has a value of the wrong type",
      { profile: true },
      '"profile" has a value that --profile does not take',
    ],
    ["has an unknown word", { profile: "papper" }, 'Did you mean "paper"?'],
  ])("refuses in one line a configuration file that %s", async (_, config, message) => {
    const { status, stdout, stderr } = await runHere({ [DEFAULT]: config });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
  });
});
