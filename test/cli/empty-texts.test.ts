import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCommand } from "../../src/cli/commands.js";
import { runProgram } from "../../src/cli/program.js";
import { settingName } from "../../src/base/option.js";
import { commandCatalogue, optionsOf } from "../../src/command/command-catalogue.js";
import { UsageError } from "../../src/base/errors.js";
import { temporaryFolder } from "../support/run-bin.js";

const NAMES = commandCatalogue().commands.map(({ name }) => name);
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

/** Returns how many arguments a command needs. */
async function argumentsOf(name: string): Promise<{ readonly needed: number }> {
  const { words = [] } = (await loadCommand(name)) ?? {};
  return { needed: words.filter(([syntax]) => syntax.startsWith("<")).length };
}

describe("an empty text, as an unset variable leaves it", () => {
  it("is refused by each option and setting of all commands, wherever it stands", async () => {
    const file = join(temporaryFolder(), "config.json");
    const known = new Set<string>();
    for (const name of NAMES) {
      const { needed } = await argumentsOf(name);
      const command = [...commandOf(name), ...Array<string>(needed).fill(MISSING)];
      for (const option of optionsOf(name)) {
        // Commands share most options, and each is asked once.
        if (!option.flags.includes("<") || known.has(option.flags) || option.key === "set")
          continue;
        known.add(option.flags);
        const flag = settingName(option);
        const words = option.rare === true ? ["--set", `${flag}=\t\u00A0 `] : [`--${flag}=`];
        expect(await mistake([...command, ...words]), words.join(" ")).toMatch(
          /^-[^ ]+(?: [a-z\d-]+)? is empty, as an unset variable leaves it\. Give [^\n]+\.$/u,
        );
        // `--config` and -i are given on the command line here.
        if (!option.of.includes("detect") || /^(?:config|input)$/u.test(flag)) continue;
        writeFileSync(file, JSON.stringify({ [flag]: " " }));
        expect(await mistake(["--config", file, "-i", `warc=${MISSING}`])).toContain(
          "is empty, as",
        );
      }
    }
    expect(known.size).toBeGreaterThan(100);
  });
});
