import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settingName } from "../../src/base/option.js";
import {
  commandCatalogue,
  listedSettings,
  optionsOf,
} from "../../src/command/command-catalogue.js";
import { folderWith } from "../run/plugins/modules.js";
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
    [["insert-cots=2"], 'there is no setting "insert-cots". Did you mean "insert-cost"?'],
    [["folds=3"], "folds is no setting of a run. See detect_off_topic list settings folds."],
    [["wrap"], "--set wrap needs a value. Write --set wrap=<n>."],
    [["wrap=x"], '--set wrap takes a whole number from 1 up, not "x".'],
    [["first=latest"], 'unknown value of --set first "latest".'],
    [["exact-scores=yes"], '--set exact-scores takes true or false, not "yes".'],
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
      ["filter", "out.jsonl", "--only", "unsure", "--only=on-topic"],
      "--only is given twice: unsure and on-topic.",
    ],
    [
      [...LEAN, "-tm", "cosine", "-tm", "jaccard"],
      "-tm is given twice: cosine and jaccard. Give it once.",
    ],
    [[...LEAN, "--from", "2001", "--from", "2002"], "--from is given twice: 2001 and 2002."],
    [[...LEAN, "--abstain", "--abstain", "0.1-0.9"], "--abstain is given twice: "],
    [
      [...LEAN, "--set", "group-by=uri", "--set", "group-by=surt"],
      "--set group-by is given twice: uri and surt.",
    ],
  ])("refuses two values of an option that takes one: %j", async (args, message) => {
    const { status, stdout, stderr } = await runInside(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("takes the same value twice, and a list twice", async () => {
    const twice = ["--only", "off-topic", "--only", "off-topic", "-i", WARC];
    const args = [...LEAN, ...twice, "--set", "group-by=uri"];
    expect((await runInside([...args, "--set", "group-by=uri"])).status).toBe(0);
  });

  it("prefers --set to the configuration file, even for the value false", async () => {
    const folder = folderWith({
      "mine.json": JSON.stringify({
        "group-by": "surt",
        "exact-scores": true,
        "timemap-measures": "cosine",
      }),
    });
    const config = ["--config", join(folder, "mine.json")];
    const args = [...LEAN, ...config, "--set", "group-by=uri", "--set", "exact-scores=false"];
    const { stdout } = await runInside(args);
    expect(stdout).toContain('"groupBy":"uri"');
    expect(stdout).toContain('"exactScores":false');
    const byFile = await runInside([...LEAN, ...config]);
    expect(byFile.stdout).toContain('"groupBy":"surt"');
    expect(byFile.stdout).toContain('"exactScores":true');
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
  it("list settings shows every setting with its values, default and meaning", async () => {
    const { stdout } = await runBin(["list", "settings"]);
    for (const option of listedSettings()) {
      expect(stdout).toContain(`  ${settingName(option)}=`);
      expect(stdout).toContain(`      ${option.help}\n`);
    }
    expect(stdout).toContain("  first=earliest-2xx|earliest|usable (");
  });

  it("list settings NAME explains one setting, and suggests the nearest name for an unknown setting", async () => {
    const { stdout } = await runBin(["list", "settings", "insert-cost"]);
    expect(stdout).toMatch(/^insert-cost: [^]*default +1\n[^]*cluster/u);
    const { status, stderr } = await runBin(["list", "settings", "insert-cots"]);
    expect(status).toBe(2);
    expect(stderr).toContain('Did you mean "insert-cost"?');
  });
});
