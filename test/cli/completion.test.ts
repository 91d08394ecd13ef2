import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { commandCatalogue, optionsOf } from "../../src/command/command-catalogue.js";
import { runBin, temporaryFolder } from "../support/run-bin.js";

/** All commands but the main one, which has no name on the command line. */
const NAMES = commandCatalogue().commands.flatMap(({ name }) => (name === "detect" ? [] : [name]));

const texts = new Map<string, string>();
beforeAll(async () => {
  for (const form of ["bash", "zsh", "fish"]) {
    texts.set(form, (await runBin(["completion", form])).stdout);
  }
});

/** Returns the words that bash offers for the last word. */
function offered(...words: string[]): string[] {
  const file = join(temporaryFolder(), "completion.bash");
  writeFileSync(file, texts.get("bash") ?? "");
  const script = `source ${file}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _detect_off_topic; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync("bash", ["-c", script, "bash", "detect_off_topic", ...words]);
  return out
    .toString()
    .split("\n")
    .filter((word) => word !== "");
}

describe("completion in bash", () => {
  it.each([
    ["a command", ["cal"], ["calibrate"]],
    ["an option of the command", ["map", "--work"], ["--workers"]],
    ["a command after options", ["-q", "-o", "out.jsonl", "filt"], ["filter"]],
    ["options of a command after others", ["-q", "filter", "--overr"], ["--overrides"]],
    ["a file after =", ["-i", "warc", "=", "README.m"], ["README.md"]],
    ["files where one is expected", ["--overrides", "README.m"], ["README.md"]],
  ])("offers %s when bash completes a word", (_, words, expected) => {
    expect(offered(...words)).toEqual(expected);
  });
});

describe.each(["bash", "zsh", "fish"])("completion for %s", (form) => {
  it("knows every command and each of its long options", () => {
    const text = (texts.get(form) ?? "").replaceAll("\\-", "-");
    for (const name of NAMES) {
      expect(text).toContain(name);
      for (const option of optionsOf(name)) {
        const { flags, hidden } = option;
        const [, long = ""] = /--([a-z\d-]+)/u.exec(flags) ?? [];
        if (hidden !== true && option.rare !== true)
          expect(text).toMatch(new RegExp(`(?:--|-l )${long}\\b`, "u"));
      }
    }
  });
});
