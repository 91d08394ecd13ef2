import { describe, expect, it, vi } from "vitest";
import { optionsOf } from "../../src/cli/options.js";
import { runProgram } from "../../src/cli/program.js";
import { inputs } from "../../src/inputs/index.js";
import { measures } from "../../src/scoring/measures/index.js";
import { removers } from "../../src/pages/boilerplate/index.js";
import { writers } from "../../src/results/writers/index.js";
import { runBin } from "../support/run-bin.js";

const EVERYTHING = [...measures, ...inputs, ...writers, ...removers];

describe("--help", () => {
  it("teaches: every option, every keyword of the registries, exit statuses, examples", async () => {
    const { status, stdout, stderr } = await runBin(["--help"]);
    expect(status).toBe(0);
    expect(stderr).toBe("");
    for (const [, { flags }] of optionsOf("detect")) expect(stdout).toContain(flags);
    for (const flag of ["-ot", "-tm", "-cf"]) expect(stdout).toContain(`short: ${flag}`);
    for (const { keyword } of EVERYTHING) expect(stdout).toContain(`\n  ${keyword}`);
    for (const status of [0, 1, 2, 3, 4, 5, 6, 130]) {
      expect(stdout).toMatch(new RegExp(`^ {2}${status}\\b`, "mu"));
    }
    for (const { example } of [...inputs, ...writers]) expect(stdout).toContain(example);
  });

  it("fits in 100 columns, examples apart", async () => {
    const { stdout } = await runBin(["--help"]);
    const [beforeExamples = ""] = stdout.split("\nExamples:\n");
    expect(beforeExamples.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });
});

/** What a command prints for `--help`, without starting a process for each. */
async function helpOf(name: string): Promise<string> {
  let text = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    text += chunk.toString();
    return true;
  });
  try {
    await runProgram([name, "--help"]);
  } finally {
    write.mockRestore();
  }
  return text;
}

describe("the help of each command", () => {
  it("says what it does and fits in 100 columns, examples apart", async () => {
    const { stdout } = await runBin(["--help"]);
    const [, commands = ""] = stdout.split("\nCommands:\n");
    const names = [...commands.split("\n\n")[0]!.matchAll(/^ {2}([a-z_]+)/gmu)].map(
      ([, name]) => name!,
    );
    expect(names).toContain("list");
    for (const name of names) {
      const help = await helpOf(name);
      expect(help, name).toMatch(new RegExp(`^Usage: detect_off_topic ${name}\\b`, "u"));
      const wide = help.split("\n").filter((line) => line.length > 100);
      expect(wide.filter((line) => !line.startsWith("  detect_off_topic "))).toEqual([]);
    }
  });
});

describe("list", () => {
  it("shows everything that there is to choose from", async () => {
    const { stdout } = await runBin(["list"]);
    for (const { keyword } of EVERYTHING) expect(stdout).toContain(`  ${keyword}`);
  });

  it("shows each measure's range, direction and defaults in both profiles", async () => {
    const { stdout } = await runBin(["list", "measures"]);
    expect(stdout).toContain(
      "scores 0 to 1, equal pages 1; off-topic when: < 0.12 (paper), < 0.12 (otmt-1.0.5)",
    );
    expect(stdout).toContain(
      "scores 0 to 64, equal pages 0; off-topic when: > 25 (paper), > 38 (otmt-1.0.5)",
    );
    for (const { aliases } of measures)
      for (const alias of aliases) expect(stdout).toContain(alias);
    expect(stdout).not.toContain("inputs:");
  });
});
