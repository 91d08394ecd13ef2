import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../../../src/cli/program.js";
import { UsageError } from "../../../../src/base/errors.js";
import { commandToFile } from "../../lab/command.js";
import { temporaryFolder } from "../../../support/run-bin.js";
import { runInside } from "../../../support/run-inside.js";
import { rowsOf } from "../../../support/rows.js";

const JSON_RESULTS = "fixtures/expected/collection.json";
const LINES = "fixtures/expected/collection.jsonl";

function fileOf(text: string): string {
  const path = join(temporaryFolder(), "given");
  writeFileSync(path, text);
  return path;
}

const output = async (...args: readonly string[]): Promise<string> =>
  (await commandToFile(...args)).text;

describe("companion commands", () => {
  it.each([
    ["exclude_duplicates", []],
    ["select_by_language", ["-l", "en"]],
    ["slice_by_datetime", []],
  ])(
    "%s gives the same output for JSON as for JSON Lines, with underscores or hyphens in its name",
    async (name, args) => {
      const text = await output(name, "-i", JSON_RESULTS, ...args);
      expect(text).not.toBe("");
      expect(await output(name, "-i", LINES, ...args)).toBe(text);
      expect(await output(name.replaceAll("_", "-"), "-i", LINES, ...args)).toBe(text);
    },
  );

  it("makes a story of a collection from the best memento of each cluster of on-topic English mementos without duplicates", async () => {
    const onTopic = rowsOf(readFileSync(LINES, "utf8"))
      .filter((entry) => entry["overall topic status"] === "on-topic")
      .map((entry) => String(entry["URI-M"]));
    const first = fileOf(onTopic.join("\n"));
    const english = fileOf(
      await output("select_by_language", "-i", LINES, "-c", first, "-l", "en"),
    );
    const distinct = fileOf(await output("exclude_duplicates", "-i", LINES, "-c", english));
    const slices = fileOf(await output("slice_by_datetime", "-i", LINES, "-c", distinct));
    const clusters = fileOf(await output("cluster_by_simhash", "-i", LINES, "-s", slices));
    const story = await output("select_high_quality", "-i", clusters);
    const sizes = [first, english, distinct, slices, clusters].map(
      (file) => readFileSync(file, "utf8").trimEnd().split("\n").length,
    );
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    const reported = story.trimEnd().split("\n");
    expect(reported.length).toBeGreaterThan(10);
    expect(reported.filter((uriM) => !onTopic.includes(uriM))).toEqual([]);
  });
});

/** File that a case needs, given by its text. */
interface File {
  readonly text: string;
}
const others: File = { text: "http://elsewhere.example/\n" };
const bare: File = {
  text: '{"http://t.example/": {"http://m.example/": {"memento-datetime": "2013/02/02 10:00:00 GMT"}}}',
};
type Case = readonly [name: string, args: readonly (string | File)[], message: string];

describe("mistakes of companion commands", () => {
  it.each<Case>([
    ["no results", ["exclude_duplicates"], "nothing to read. Give results, e.g. -i out.json."],
    [
      "results without Simhashes",
      ["exclude_duplicates", "-i", bare],
      "Give results of a run without --no-compute-simhashes.",
    ],
    [
      "results without languages",
      ["select_by_language", "-i", bare, "-l", "en"],
      "Give results of a run without --no-detect-languages.",
    ],
    ["no language", ["select_by_language", "-i", LINES], "Give a BCP 47 tag, e.g. -l en."],
    [
      "a list of mementos of other results",
      ["slice_by_datetime", "-i", LINES, "-c", others],
      "has none of the URI-Ms of",
    ],
    ["no slices", ["cluster_by_simhash", "-i", LINES], "Give results and slices"],
    ["no clusters", ["select_high_quality"], "Give clusters, e.g. -i clusters.tsv."],
  ])("companion commands report %s in one line", async (_, args, message) => {
    const words = args.map((each) => (typeof each === "string" ? each : fileOf(each.text)));
    const outcome = await runProgram(words).catch((cause: unknown) => cause);
    expect(outcome).toBeInstanceOf(UsageError);
    expect(String(outcome)).toContain(message);
    expect(String(outcome)).not.toContain("\n");
  });
});

describe("damage of mementos", () => {
  const uriM = (name: string): string => `http://m.example/20130101000000/http://a.example/${name}`;
  const clusters = (): string =>
    fileOf(["b/bad", "b/good", "b/bad"].map((name) => `0\t0\t${uriM(name)}\n`).join(""));
  const damage = (): string => fileOf(`${uriM("b/bad")}\t0.9\n${uriM("b/good")}\t0.01\n`);

  it("selects the less damaged of two equally deep pages, and writes the damage of each", async () => {
    const scores = fileOf("");
    const { status, stdout, stderr } = await runInside([
      ...[
        "select_high_quality",
        "-i",
        clusters(),
        "--damage",
        damage(),
        "--set",
        `scores=${scores}`,
      ],
    ]);
    expect([status, stderr, stdout]).toEqual([0, "", `${uriM("b/good")}\n`]);
    expect(readFileSync(scores, "utf8").split("\n")[0]).toBe(`0\t0\t${uriM("b/bad")}\t-0.27\t0.9`);
  });
});
