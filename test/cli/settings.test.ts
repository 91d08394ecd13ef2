import { describe, expect, it } from "vitest";
import { commandCatalogue, optionsOf } from "../../src/command/command-catalogue.js";
import { runInside } from "../support/run-inside.js";
import { runBin } from "../support/run-bin.js";

const WARC = "warc=fixtures/warcs/two-captures.warc";
const LEAN = ["-i", WARC, "--workers", "0", "--no-detect-languages", "-ot", "jsonl"];

describe("--set", () => {
  it("is another form of an option, and settings have this form too", async () => {
    const set = await runInside([...LEAN, "--set", "group-by=uri", "--set", "profile=paper"]);
    const flags = await runInside([...LEAN, "--group-by", "uri", "--profile", "paper"]);
    expect(flags).toMatchObject({ status: 0, stdout: set.stdout });
    expect(set.stdout).toContain('"groupBy":"uri"');
  });

  it.each([
    [["wrap"], "--set wrap needs a value. Write --set wrap=<n>."],
    [["wrap=x"], '--set wrap takes a whole number from 1 up, not "x".'],
  ])("rejects --set %j in one line", async (texts, message) => {
    const set = texts.flatMap((text) => ["--set", text]);
    const { status, stdout, stderr } = await runInside([...LEAN, ...set]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it.each([
    [
      ["filter", "out.jsonl", "--overrides", "a.tsv", "--overrides", "b.tsv"],
      "--overrides is given twice: a.tsv and b.tsv. Give it once.",
    ],
    [
      [...LEAN, "-tm", "cosine", "-tm", "jaccard"],
      "-tm is given twice: cosine and jaccard. Give it once.",
    ],
    [
      [...LEAN, "--set", "group-by=uri", "--set", "group-by=surt"],
      "--set group-by is given twice: uri and surt.",
    ],
  ])("refuses two values of an option that takes one: %j", async (args, message) => {
    const { status, stdout, stderr } = await runInside(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("accepts --set for every command with a setting", () => {
    for (const { name } of commandCatalogue().commands) {
      const options = optionsOf(name);
      const hasSetting = options.some(({ rare }) => rare === true);
      expect(
        options.some(({ key }) => key === "set"),
        name,
      ).toBe(hasSetting);
    }
  });
});

describe("list settings", () => {
  it("list settings NAME explains one setting, and suggests the nearest name for an unknown setting", async () => {
    const { stdout } = await runBin(["list", "settings", "insert-cost"]);
    expect(stdout).toMatch(/^insert-cost: [^]*default +1\n[^]*cluster/u);
    const { status, stderr } = await runBin(["list", "settings", "insert-cots"]);
    expect(status).toBe(2);
    expect(stderr).toContain('Did you mean "insert-cost"?');
  });
});
