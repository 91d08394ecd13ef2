import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folders.js";
import { sort, step } from "../run/map-reduce/steps.js";
import { runBin } from "../support/run-bin.js";
import { runInside } from "../support/run-inside.js";

const COLLECTION = "fixtures/collection/saltmouth-2019-2024.warc.gz";
const SIGNS = `
- kind: lighthouse-notice
  title: notice of the lighthouse
  strong: {en: [Saltmouth]}
`;

const fileOf = (text = SIGNS): string => join(folderWith({ "own.yaml": text }), "own.yaml");

const LEAN = ["--no-detect-languages", "--workers", "0", "-q"];

async function resultsOf(...args: readonly string[]): Promise<string> {
  const { status, stdout } = await runInside(["-i", `warc=${COLLECTION}`, ...LEAN, ...args]);
  expect(status).toBe(0);
  return stdout;
}

interface Row {
  readonly "overall topic status"?: string;
  readonly evidence?: { readonly "page kind"?: { readonly kind: string; readonly title: string } };
}

const rowsOf = (jsonl: string): readonly Row[] =>
  jsonl
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);

describe("--set signs", () => {
  it("--set signs finds the kinds of a file in addition to the built-in kinds, and --explain shows their titles", async () => {
    const [before, after] = [
      rowsOf(await resultsOf("-ot", "jsonl", "--explain", "--signs")),
      rowsOf(await resultsOf("-ot", "jsonl", "--explain", "--set", `signs=${fileOf()}`)),
    ];
    const kindsOf = (rows: readonly Row[]): Set<string | undefined> =>
      new Set(rows.map(({ evidence }) => evidence?.["page kind"]?.title));
    expect([...kindsOf(after)]).toEqual(expect.arrayContaining([...kindsOf(before)]));
    expect([...kindsOf(after)]).toContain("notice of the lighthouse");
    const isOffTopic = (row: Row): boolean => row["overall topic status"] === "off-topic";
    expect(after.filter(isOffTopic).length).toBeGreaterThan(before.filter(isOffTopic).length);
  });

  it("--set signs gives the same bytes in one run, with threads, and in steps that each get the file", async () => {
    const settings = ["-tm", "cosine", "--explain", "--set", `signs=${fileOf()}`];
    const args = ["-i", `warc=${COLLECTION}`, ...settings, "-q", "-ot", "jsonl"];
    const one = await runInside([...args, "--workers", "0"]);
    expect((await runBin([...args, "--workers", "2"])).stdout).toBe(one.stdout);
    const records = sort(await step(["map", COLLECTION, ...settings]));
    const reduced = await step(["reduce", ...settings, "-ot", "jsonl"], { stdin: records });
    expect(reduced).toBe(one.stdout);
  });

  it("reduce refuses records that were made with another file of signs, or without one", async () => {
    const base = ["-tm", "cosine"];
    const records = sort(await step(["map", COLLECTION, ...base, "--set", `signs=${fileOf()}`]));
    const other = fileOf(SIGNS.replace("Saltmouth", "Another place"));
    for (const signs of ["vote", other]) {
      const { status, stderr } = await runBin(["reduce", ...base, "--set", `signs=${signs}`], {
        stdin: records,
      });
      expect(status).toBe(2);
      expect(stderr).toContain("other settings");
    }
  });

  it("--set signs reports the kind with a fault in the file in one line, with status 2", async () => {
    const file = fileOf("- kind: a\n  strong:\n    en: not a list\n");
    const { status, stdout, stderr } = await runInside([
      ...["-i", "warc=fixtures/warcs/two-captures.warc", "--set", `signs=${file}`],
    ]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe(
      `detect_off_topic: ${file}, kind a: phrases are a list. Write [PHRASE, PHRASE].\n`,
    );
  });
});
