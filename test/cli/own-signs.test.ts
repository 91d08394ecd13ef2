import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith, withPlugin } from "../run/plugins/modules.js";
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
  it("--set signs=vote is the same as --signs and as true in a configuration file", async () => {
    const [plain, off] = [
      await resultsOf("-ot", "csv"),
      await resultsOf("-ot", "csv", "--set", "signs=off"),
    ];
    expect(off).toBe(plain);
    const vote = await resultsOf("-ot", "csv", "--set", "signs=vote");
    expect(vote).not.toBe(plain);
    expect(await resultsOf("-ot", "csv", "--signs")).toBe(vote);
    const config = join(folderWith({ "c.json": '{"signs":true}' }), "c.json");
    expect(await resultsOf("-ot", "csv", "--config", config)).toBe(vote);
  });

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

  it("--set signs adds the digest and number of kinds of the user's file to the settings line, but not its phrases", async () => {
    const [line = ""] = (await resultsOf("-ot", "jsonl", "--set", `signs=${fileOf()}`)).split("\n");
    expect(line).toMatch(/"ownSigns":\{"digest":"[0-9a-f]{16}","kinds":1\}/u);
    expect(line).not.toContain("saltmouth");
  });

  it("--set signs shows the titles of the user's kinds in text results and in a report of saved results", async () => {
    const set = ["--set", `signs=${fileOf()}`];
    expect(await resultsOf("-ot", "text", ...set)).toContain("notice of the lighthouse");
    const saved = join(
      folderWith({ "r.jsonl": await resultsOf("-ot", "jsonl", ...set) }),
      "r.jsonl",
    );
    const report = `${saved}.html`;
    expect((await runInside(["report", saved, "-o", report])).status).toBe(0);
    expect(readFileSync(report, "utf8")).toContain("notice of the lighthouse");
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

  it("--set signs passes the user's kinds to the measure of a plug-in that reads signs", async () => {
    const folder = folderWith({
      "own.yaml": SIGNS,
      "mine.mjs": `export const measures = [{
        keyword: "kinds", aliases: [], title: "Kinds", summary: "Kinds of the page.", source: "a test",
        range: [0, 1], equalScore: 0, symmetric: false, scope: "pair",
        cuts: { paper: { threshold: 0.5, comparison: ">=" }, "otmt-1.0.5": { threshold: 0.5, comparison: ">=" } },
        flags: () => ({ tokenized: false, stemmed: false, stopWords: false, boilerplate: false }),
        input: () => ({ feature: "signs", options: {} }),
        score: (first, memento) => (memento.some(({ kind }) => kind === "lighthouse-notice") ? 1 : 0),
      }];`,
    });
    const args = ["-i", `warc=${COLLECTION}`, "--workers", "2", "-tm", "kinds", "-ot", "csv", "-q"];
    const set = ["--set", `signs=${join(folder, "own.yaml")}`];
    const scores = async (...more: string[]): Promise<number> => {
      const { status, stdout, stderr } = await withPlugin(
        join(folder, "mine.mjs"),
        ...args,
        ...more,
      );
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      return stdout.split(",kinds,1,").length - 1;
    };
    expect(await scores()).toBe(0);
    expect(await scores(...set)).toBeGreaterThan(0);
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
