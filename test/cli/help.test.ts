import { describe, expect, it, vi } from "vitest";
import { optionsOf } from "../../src/cli/options.js";
import { COMMANDS, runProgram } from "../../src/cli/program.js";
import { inputs } from "../../src/read/inputs/index.js";
import { measures } from "../../src/score/measures/index.js";
import { removers } from "../../src/page/boilerplate/index.js";
import { writers } from "../../src/report/writers.js";
import { runBin } from "../support/run-bin.js";

const EVERYTHING = [...measures, ...inputs, ...writers, ...removers];

describe("--help", () => {
  it("begins with five examples, then the options that most need, under headings", async () => {
    const { status, stdout, stderr } = await runBin(["--help"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(
      /^Usage: [^\n]*\n\n[^\n]*\n[^\n]*\n\nExamples:\n(?: {2}detect_off_topic [^\n]*\n){5}\nInput:\n {2}-i,/u,
    );
    for (const heading of ["Input", "Output", "Measures and verdicts", "Commands"]) {
      expect(stdout).toContain(`\n${heading}:\n`);
    }
    expect(stdout).toContain("-ot, --output-type <form>");
    expect(stdout).toContain("detect_off_topic --help all");
    expect(stdout).not.toContain("--insert-cost");
    for (const { keyword } of [...measures, ...inputs, ...writers])
      expect(stdout).toContain(keyword);
  });

  it("all: every option, every keyword of the registries, exit statuses, examples", async () => {
    const { stdout } = await runBin(["--help", "all"]);
    expect((await runBin(["help", "all"])).stdout).toBe(stdout);
    for (const [, { flags }] of optionsOf("detect"))
      expect(stdout.replaceAll("[", "<").replaceAll("]", ">")).toContain(flags);
    for (const flag of ["-ot", "-tm", "-cf"]) expect(stdout).toContain(`  ${flag}, --`);
    for (const { keyword } of EVERYTHING) expect(stdout).toContain(`\n  ${keyword}`);
    for (const status of [0, 1, 2, 3, 4, 5, 6, 7, 129, 130]) {
      expect(stdout).toMatch(new RegExp(`^ {2}${status}\\b`, "mu"));
    }
    const unfolded = stdout.replaceAll(/ \\\n +/gu, " ");
    for (const { example } of [...inputs, ...writers]) expect(unfolded).toContain(example);
  });
});

/** What a command prints for `--help`, without starting a process for each. */
async function helpOf(...words: string[]): Promise<string> {
  let text = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    text += chunk.toString();
    return true;
  });
  try {
    await runProgram(words);
  } finally {
    write.mockRestore();
  }
  return text;
}

describe("the help of each command", () => {
  it("of steps between map and reduce shows at most eight options on one screen: their lines carry the settings", async () => {
    for (const command of ["resolve", "elsewhere", "cluster-step"]) {
      const lines = (await helpOf(command, "--help")).split("\n");
      expect(lines.length).toBeLessThan(50);
      expect(lines.filter((line) => /^ {2}-/u.test(line)).length).toBeLessThanOrEqual(8);
    }
    expect(await helpOf("cluster_step", "--help", "all")).toContain("--insert-cost");
  });

  it("says what it does and fits in 80 columns where there is no terminal", async () => {
    expect([...COMMANDS.keys()]).toContain("list");
    for (const words of [[], ...[...COMMANDS.keys()].map((name) => [name])]) {
      for (const more of [[], ["all"]]) {
        const help = await helpOf(...words, "--help", ...more);
        expect(help).toMatch(
          new RegExp(`^${["Usage: detect_off_topic", ...words].join(" ")}\\b`, "u"),
        );
        const wide = help.split("\n").filter((line) => line.length > 80);
        // A URI cannot be broken.
        expect(wide.filter((line) => !/https?:\/\/\S{50}/u.test(line))).toEqual([]);
      }
    }
  });

  it("has the rare options of a command with many only on request", async () => {
    expect(await helpOf("map", "--help")).not.toContain("--insert-cost");
    expect(await helpOf("map", "--help")).toContain("detect_off_topic map --help all");
    expect(await helpOf("help", "map", "all")).toContain("--insert-cost");
    expect(await helpOf("fragments", "--help")).toContain("--fusion");
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
