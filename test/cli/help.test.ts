import { describe, expect, it, vi } from "vitest";
import { runProgram } from "../../src/cli/program.js";
import { commandCatalogue, optionsOf } from "../../src/command/command-catalogue.js";
import { groups } from "../../src/command/define-command.js";
import { catalogue } from "../../src/run/plugins/catalogue.js";
import { inputs } from "../../src/read/inputs/index.js";
import { measures } from "../../src/score/measures/index.js";
import { removers } from "../../src/page/boilerplate/index.js";
import "../support/all-extensions.js";
import { writers } from "../../src/report/writers.js";
import { originOf } from "../../src/run/extensions/register.js";
import { runBin } from "../support/run-bin.js";

/** All commands but the main one, which has no name on the command line. */
const NAMES = commandCatalogue().commands.flatMap(({ name }) => (name === "detect" ? [] : [name]));

const { extensions } = catalogue();
const EVERYTHING = [...measures, ...inputs, ...writers, ...removers];
const OF_CORE = EVERYTHING.filter((each) => originOf(each) === undefined);

describe("--help", () => {
  it("--help shows on one screen a description, four examples, ten options and the groups of commands that curators use", async () => {
    const { status, stdout, stderr } = await runBin(["--help"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.trimEnd().split("\n").length).toBeLessThanOrEqual(50);
    expect(stdout.match(/^ {2}detect_off_topic /gmu)).toHaveLength(4);
    const [, options = ""] = /\nOptions that most people use:\n([^]*?)\n\n/u.exec(stdout) ?? [];
    expect(options.match(/^ {2}-/gmu)).toHaveLength(10);
    const shown = groups.filter(({ name }) => new RegExp(`^ {2}${name} `, "mu").test(stdout));
    expect(shown.map(({ name }) => name)).toEqual(["judge", "decide", "use"]);
    for (const text of ["--help all", "-ot, --output-type <form>"]) expect(stdout).toContain(text);
  });

  it("--help all shows every option except settings, every definition of the core, extensions and exit statuses, in less than 300 lines", async () => {
    const { stdout } = await runBin(["--help", "all"]);
    expect((await runBin(["help", "all"])).stdout).toBe(stdout);
    const shown = stdout.replaceAll("[", "<").replaceAll("]", ">");
    for (const option of optionsOf("detect")) {
      const { flags, hidden } = option;
      const isShown = hidden !== true && option.rare !== true;
      if (isShown) expect(shown).toContain(`${flags} `);
      else expect(shown).not.toContain(` ${flags} `);
    }
    for (const flag of ["-ot", "-tm", "-cf"]) expect(stdout).toContain(`  ${flag}, --`);
    expect(stdout.split("\n").length).toBeLessThan(300);
    const [, definitions = ""] = /\nDefinitions [^]*?:\n([^]*?)\n\n/u.exec(stdout) ?? [];
    for (const { keyword } of OF_CORE)
      expect(definitions).toMatch(new RegExp(`\\b${keyword}\\b`, "u"));
    const [, listed = ""] = /\nExtensions:\n([^]*?)\n\n/u.exec(stdout) ?? [];
    for (const { name } of extensions) expect(listed).toMatch(new RegExp(`^ {2}${name} `, "mu"));
    for (const status of [0, 1, 2, 3, 4, 5, 6, 7, 129, 130]) {
      expect(stdout).toMatch(new RegExp(`^ {2}${status}\\b`, "mu"));
    }
  });
});

describe("help GROUP", () => {
  it("help GROUP shows each command of the group, and every command is in one group", async () => {
    for (const { name, title } of groups) {
      const { status, stdout } = await runBin(["help", name]);
      expect(status).toBe(0);
      expect(stdout.toLowerCase()).toMatch(new RegExp(`^${title}:\n`, "u"));
      const own = commandCatalogue().commands.filter(({ group }) => group === name);
      expect(own.length).toBeGreaterThan(0);
      for (const command of NAMES) {
        expect(new RegExp(`^ {2}${command} `, "mu").test(stdout), `${name}: ${command}`).toBe(
          own.some((each) => each.name === command),
        );
      }
    }
  });
});

it("help is refused for a word that is neither a command nor a group", async () => {
  const { status, stdout, stderr } = await runBin(["help", "mesure"]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain('Did you mean "measure"?');
  expect((await runBin(["help", "exclude_duplicates"])).status).toBe(0);
});

/** Returns the output of a command for `--help`, inside this process. */
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
  it("help of each command is at most 80 columns wide outside of a terminal", async () => {
    expect(NAMES).toContain("list");
    for (const words of [[], ...NAMES.map((name) => [name])]) {
      for (const more of [[], ["all"]]) {
        const help = await helpOf(...words, "--help", ...more);
        expect(help).toMatch(
          new RegExp(`^${["Usage: detect_off_topic", ...words].join(" ")}\\b`, "u"),
        );
        const wide = help.split("\n").filter((line) => line.length > 80);
        // A URI cannot be broken into lines.
        expect(wide.filter((line) => !/https?:\/\/\S{50}/u.test(line))).toEqual([]);
      }
    }
  });
});

describe("list", () => {
  it("list shows each measure's range, direction and defaults in both profiles", async () => {
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
