import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Ended, runProcess } from "../../support/run-bin.js";
import { PACKINGS, pageRecord, warcinfo } from "../../support/warc-builder.js";
import { folderWith } from "../../support/folders.js";
import { PAIR } from "./modules.js";

const OF_WARC = ["-i", `warc=${PAIR}`, "--timemap-measures", "mine=0.5"];
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
  expect([status, output, left]).toEqual([7, "before", ["out.json", "tmp"]]);
}

it.each([
  [
    "waits for ever",
    `export default { keyword: "mine", async *read() {
      yield { uriR: "http://a.example/", mementoDatetime: "2012", body: "<p>" };
      await new Promise(() => undefined);
    } };`,
    ["-i", "mine=one", "-tm", "bytecount"],
    "plug-in mine.mjs: the run ended early. No output file was written.\n",
  ],
  [
    "calls process.exit(0)",
    `const feature = { keyword: "f", extract: () => process.exit(0) };
     export default { keyword: "mine", score: () => 1, feature };`,
    OF_WARC,
    "plug-in mine.mjs: the run ended early",
  ],
  [
    "throws from a timer",
    `setTimeout(() => { throw new Error("late"); }, 0);
     export default { keyword: "mine", feature: "byte-count", score: () => 1 };`,
    OF_WARC,
    "plug-in mine.mjs\n",
  ],
])(
  "a plug-in that %s ends the run with status 7, and an earlier output stays",
  async (_, text, args, message) => {
    expectFailure(await runWith(text, args), message);
  },
);

it("a plug-in that calls process.exit(0) in a worker thread ends the run with status 7", async () => {
  const text = `import { isMainThread } from "node:worker_threads";
    const feature = { keyword: "f", extract: () => (isMainThread ? 1 : process.exit(0)) };
    export default { keyword: "mine", score: () => 1, feature };`;
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
