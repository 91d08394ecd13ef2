import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Ended, runProcess } from "../../support/run-bin.js";
import { PACKINGS, pageRecord, warcinfo } from "../../support/warc-builder.js";
import { folderWith, PAIR } from "./modules.js";

const OF_WARC = ["-i", `warc=${PAIR}`, "--timemap-measures", "mine=0.5"];
const OF_INPUT = ["-i", "mine=one", "-tm", "bytecount"];
const OF_WRITER = ["-i", `warc=${PAIR}`, "-tm", "bytecount", "-ot", "mine"];
const MEASURE = `export default { keyword: "mine", feature: "byte-count", score: () => 1 };`;
const NEVER = "await new Promise(() => undefined)";

interface Run extends Ended {
  /** Contents of the output file after the run. */
  readonly output: string;
  /** All files in the folder of the output and of temporary files. */
  readonly left: readonly string[];
}

/** Runs the command with a plug-in and with an output file that an earlier run has written. */
async function runWith(text: string, args: readonly string[]): Promise<Run> {
  const path = join(folderWith({ "mine.mjs": text }), "mine.mjs");
  const folder = folderWith({ "out.json": "before" });
  mkdirSync(join(folder, "tmp"));
  const output = join(folder, "out.json");
  const ended = await runProcess(
    [...["--plugin", path, "--workers", "0", "--no-detect-languages"], ...args, "-o", output],
    { env: { TMPDIR: join(folder, "tmp") } },
  );
  const left = readdirSync(folder, { recursive: true }).map(String).sort();
  return { ...ended, output: readFileSync(output, "utf8"), left };
}

function expectFailure({ status, stderr, output, left }: Run, message: string): void {
  expect(stderr).toContain(`detect_off_topic: failed: ${message}`);
  expect(stderr).not.toContain("a bug of ours");
  expect(status).toBe(7);
  expect(output).toBe("before");
  expect(left).toEqual(["out.json", "tmp"]);
}

describe("a plug-in that waits for ever", () => {
  const early = "the run ended early, with a plug-in (mine.mjs). No output file was written.\n";
  it.each([
    [
      "an input in its read function",
      `export default { keyword: "mine", async *read() {
        yield { uriR: "http://a.example/", mementoDatetime: "2012", body: "<p>" };
        ${NEVER};
      } };`,
      OF_INPUT,
    ],
    [
      "a writer",
      `export default { keyword: "mine", async *write() { yield "begun"; ${NEVER}; } };`,
      OF_WRITER,
    ],
  ])(
    "ends with status 7 and keeps the earlier output if %s waits for ever",
    async (_, text, args) => {
      expectFailure(await runWith(text, args), early);
    },
  );
});

describe("a plug-in that calls process.exit(0)", () => {
  it.each([
    ["a module", "process.exit(0);", OF_WARC],
    [
      "a feature",
      `const feature = { keyword: "f", extract: () => process.exit(0) };
       export default { keyword: "mine", score: () => 1, feature };`,
      OF_WARC,
    ],
  ])(
    "ends with status 7 and keeps the earlier output if %s calls process.exit(0)",
    async (_, text, args) => {
      expectFailure(await runWith(text, args), "plug-in mine.mjs ended the process");
    },
  );
});

describe("an uncaught error of a plug-in", () => {
  it.each([
    ["thrown from a timer", `setTimeout(() => { throw new Error("late"); }, 0); ${MEASURE}`],
    [
      "thrown by a getter of its definition",
      `export default { keyword: "mine", feature: "byte-count", get score() { throw new Error("late"); } };`,
    ],
    [
      "of a revoked proxy",
      `const { proxy, revoke } = Proxy.revocable({ late: 1 }, {}); revoke(); export default proxy;`,
    ],
  ])("ends with status 7 and a stack for an error %s", async (_, text) => {
    const run = await runWith(text, OF_WARC);
    expectFailure(run, "plug-in mine.mjs\n");
    expect(run.stderr).toMatch(/late|revoked/u);
  });
});

describe("a plug-in that fails in a worker thread", () => {
  it.each([
    [
      "the feature of a plug-in calls process.exit(0)",
      `import { isMainThread } from "node:worker_threads";
       const feature = { keyword: "f", extract: () => (isMainThread ? 1 : process.exit(0)) };
       export default { keyword: "mine", score: () => 1, feature };`,
    ],
  ])("ends with status 7 if %s in a worker thread", async (_, text) => {
    const folder = folderWith({});
    // A second thread is started for more than two megabytes.
    const padding = "the ferry across the estuary goes every hour ".repeat(6_000);
    for (const name of ["a", "b"]) {
      const pages = [2009, 2010, 2011, 2012, 2013].map((year) =>
        pageRecord(name, { date: `${year}-01-01T00:00:00Z` }, `<p>${padding}${year}</p>`),
      );
      writeFileSync(join(folder, `${name}.warc`), PACKINGS.plain([warcinfo(), ...pages]));
    }
    const args = ["-i", `warc=${folder}`, "-tm", "mine=0.5", "--workers", "2"];
    expectFailure(await runWith(text, args), "plug-in mine.mjs\n");
  });
});
