import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCommand } from "../../src/cli/commands.js";
import { runProgram } from "../../src/cli/program.js";
import {
  isOnlySetting,
  namesOf,
  type OptionDefinition,
  settingName,
} from "../../src/base/option.js";
import { commandCatalogue, optionsOf } from "../../src/command/command-catalogue.js";
import { UsageError } from "../../src/base/errors.js";
import { detect, type DetectOptions } from "../../src/index.js";
import { temporaryFolder } from "../support/run-bin.js";
import { long } from "../support/thorough.js";

const NAMES = commandCatalogue().commands.map(({ name }) => name);
const EMPTY = ["", "\t\u00A0 "];
/** A file that is not there: reading it would be another mistake than the empty text. */
const MISSING = "no-such-file";

/** Returns the message of the command about a mistake. */
async function mistake(args: readonly string[]): Promise<string> {
  const outcome = await runProgram(args).catch((cause: unknown) => cause);
  if (!(outcome instanceof UsageError)) {
    throw new Error(`it was taken: ${args.join(" ")}`, { cause: outcome });
  }
  expect(outcome.message).not.toContain("\n");
  return outcome.message;
}

const commandOf = (name: string): readonly string[] => (name === "detect" ? [] : [name]);

/** Returns the number of arguments that a command takes, and how many of them it needs. */
async function argumentsOf(
  name: string,
): Promise<{ readonly taken: number; readonly needed: number }> {
  const { words = [] } = (await loadCommand(name)) ?? {};
  const needed = words.filter(([syntax]) => syntax.startsWith("<"));
  return { taken: words.length, needed: needed.length };
}

const takesText = ({ flags }: OptionDefinition): boolean => flags.includes("<");

describe("an empty text, as an unset variable leaves it", () => {
  it("is refused by each option and setting of all commands before anything is read", async () => {
    let turn = 0;
    for (const name of NAMES) {
      const { needed } = await argumentsOf(name);
      const command = [...commandOf(name), ...Array<string>(needed).fill(MISSING)];
      for (const option of optionsOf(name)) {
        if (!takesText(option)) continue;
        const forms = [
          ...(isOnlySetting(option)
            ? []
            : [
                ...namesOf(option).map((flag) => (empty: string) => [`--${flag}=${empty}`]),
                (empty: string) => [`--${settingName(option)}`, empty],
              ]),
          ...(option.rare === true
            ? [(empty: string) => ["--set", `${settingName(option)}=${empty}`]]
            : []),
        ];
        for (const form of forms) {
          // The forms of all options take turns, so that each way to write an option meets both texts.
          turn += 1;
          for (const empty of long([EMPTY[turn % EMPTY.length]!], EMPTY)) {
            const words = form(empty);
            expect(await mistake([...command, ...words]), words.join(" ")).toMatch(
              /^-[^ ]+(?: [a-z\d-]+)? is empty, as an unset variable leaves it\. Give [^\n]+\.$/u,
            );
          }
        }
      }
    }
  });

  it("is refused as an argument of all commands", async () => {
    for (const name of NAMES) {
      const { taken, needed } = await argumentsOf(name);
      for (let at = 0; at < (name === "detect" ? 1 : taken); at += 1) {
        const words = Array.from({ length: Math.max(needed, at + 1) }, (_, each) =>
          each === at ? " " : MISSING,
        );
        expect(await mistake([...commandOf(name), ...words]), name).toContain(
          `argument ${at + 1} is empty`,
        );
      }
    }
  });

  it("is refused in the configuration file, whichever option it is for", async () => {
    const file = join(temporaryFolder(), "config.json");
    const options = new Map(
      NAMES.flatMap((name) => optionsOf(name))
        .filter((option) => option.key !== "set" && takesText(option))
        .flatMap((option) => namesOf(option).map((flag) => [flag, option] as const)),
    );
    expect(options.size).toBeGreaterThan(100);
    for (const [flag] of options) {
      for (const value of [" ", [""], null, []]) {
        writeFileSync(file, JSON.stringify({ [flag]: value }));
        expect(await mistake(["--config", file, "-i", `warc=${MISSING}`])).toMatch(
          /"[^"]+" (?:is empty, as|has a value that --)/u,
        );
      }
    }
  });

  it("is refused as a name in the list of -i, by the command and by the library", async () => {
    const folder = temporaryFolder();
    for (const value of ["", ",", "a,", ",a", "a,,b", "a, ,b", "@a,,b", "@", "a,@", "a{,.gz},"]) {
      for (const kind of ["warc", "wacz", "cdx", "dir", "archiveit", "wasapi"]) {
        expect(await mistake(["-i", `${kind}=${value}`, "-o", join(folder, "out.json")])).toMatch(
          /^-i \S*=.* has (?:no value|an empty name)\. Write [^\n]+$/u,
        );
      }
      expect(() => detect({ input: `warc=${value}` })).toThrow(UsageError);
    }
    expect(readdirSync(folder)).toEqual([]);
    // An alternative of a glob may be empty, and a URI may have commas.
    expect(await mistake(["-i", `warc=${folder}/a{,.d}`])).not.toContain("empty name");
    const uris = ["-i", "uri-r=http://a.example/a,,b", "--seeds", MISSING];
    expect(await mistake(uris)).not.toContain("empty name");
  });

  it.each([
    ["-tm", [",", "cosine,", ",cosine", "cosine,,wordcount", "cosine= ", "=0.2"]],
    ["-cm", [",", "vsm,", "vsm,,terms"]],
    ["--formats", [",", "html,", "html,,text"]],
    ["--fail-on", [",", "failed=0,", "failed=0,,mementos<3", "off-topic=%"]],
    ["--rate", [",", "2/s,", "timemap=2/s,,playback=1/s", "timemap="]],
    ["--set", ["preprocess=cosine:", "preprocess=cosine:stem,", "preprocess=:stem", "=1", "="]],
  ])("is refused within a list of %s", async (option, values) => {
    for (const value of values) await mistake(["-i", `warc=${MISSING}`, option, value]);
  });

  it("is refused by the library", async () => {
    const input = "warc=fixtures/warcs/two-captures.warc";
    const odd: readonly Partial<Record<keyof DetectOptions, unknown>>[] = [
      { input: "" },
      { input: [input, " "] },
      { measures: "" },
      { language: " " },
      { directory: "" },
      { history: "" },
      { warcBase: "" },
      { seeds: [""] },
      { contact: "" },
    ];
    for (const options of odd) {
      const results = (): Promise<unknown> =>
        detect({ input, workers: 0, ...options } as DetectOptions).next();
      await expect((async () => results())()).rejects.toThrow(/empty/u);
    }
  });
});
