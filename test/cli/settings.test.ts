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
  it.each([
    [["--group-by", "uri"], ["group-by=uri"]],
    [["--no-stem"], ["stem=none"]],
    [
      ["--keep-stop-words", "--min-token-length", "3"],
      ["keep-stop-words=true", "min-token-length=3"],
    ],
    [
      ["-tm", "jaccard", "--preprocess", "jaccard:no-stem,min-token-length=2"],
      ["preprocess=jaccard:no-stem,min-token-length=2"],
    ],
    [["--max-page-size", "1K"], ["max-page-size=1K"]],
  ])(
    "--set gives the same results as the old flags %j, which report their new form except with -q",
    async (old, texts) => {
      const set = texts.flatMap((text) => ["--set", text]);
      const measures = old[0] === "-tm" ? old.slice(0, 2) : [];
      const flag = await runInside([...LEAN, ...old]);
      const setting = await runInside([...LEAN, ...measures, ...set]);
      expect(setting.stdout).toBe(flag.stdout);
      expect(setting.stderr).not.toContain("is now a setting");
      const notices = flag.stderr.match(/^--[a-z-]+ is now a setting: use --set .*$/gmu) ?? [];
      expect(notices.map((line) => line.replace(/^.*use --set /u, ""))).toEqual(texts);
      expect((await runInside(["-q", ...LEAN, ...old])).stderr).not.toContain("is now a setting");
    },
  );

  it("refuses a setting that is also given by its old flag", async () => {
    const { status, stderr } = await runInside([...LEAN, "--memory", "2M", "--set", "memory=4M"]);
    expect(status).toBe(2);
    expect(stderr).toContain("--set memory is given twice");
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
        "short-circuit": true,
        "timemap-measures": "cosine",
      }),
    });
    const config = ["--config", join(folder, "mine.json")];
    const args = [...LEAN, ...config, "--set", "group-by=uri", "--set", "short-circuit=false"];
    const { stdout } = await runInside(args);
    expect(stdout).toContain('"groupBy":"uri"');
    expect(stdout).not.toContain("shortCircuit");
    const byFile = await runInside([...LEAN, ...config]);
    expect(byFile.stdout).toContain('"groupBy":"surt"');
    expect(byFile.stdout).toContain('"shortCircuit":true');
    expect(byFile.stderr).not.toContain("is now a setting");
  });

  it("refuses a setting whose output file would replace an input", async () => {
    const args = ["topic", "build", "-i", WARC, "--set", `candidates=${WARC.slice(5)}`];
    const { status, stderr } = await runInside(args);
    expect(status).toBe(2);
    expect(stderr).toContain("--set candidates");
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
