import type { CommanderError } from "commander";
import { UsageError } from "../base/errors.js";
import { inputs } from "../read/inputs/index.js";
import { optionMeant, settingName } from "../base/option.js";
import { findByKeyword, nearest } from "../base/find.js";
import { goneLine } from "../base/what-is-gone.js";
import { inputFor, refuseResults } from "../run/input-choices.js";

import { commandCatalogue, commandsWith, optionsOf } from "../command/command-catalogue.js";

/**
 * Throws a `UsageError` for a word that belongs to no option, usually a mistyped command or a file given without `-i`.
 */
export function refuseStrayWord(stray: string): never {
  refuseResults(stray);
  const names = commandCatalogue().commands.map(({ name }) => name);
  const command = nearest(
    stray,
    names.filter((name) => name !== "detect"),
  );
  const { keyword } = inputFor(stray, inputs);
  throw new UsageError(
    `"${stray}" is neither a command nor the value of an option. ` +
      (command === undefined
        ? `Files are given as -i ${keyword}=${stray}. See detect_off_topic --help.`
        : `Did you mean "detect_off_topic ${command}"?`),
  );
}

export function usageText({ code, message }: CommanderError, command: string): string {
  const line = message.replace(/^error: /u, "").replace(/\s*\n\s*/gu, " ");
  const name = command === "detect" ? "" : ` ${command}`;
  const [, flag = ""] = /unknown option '(-[^\s=']+)/u.exec(line) ?? [];
  const gone = goneLine("option", flag) ?? goneLine("setting", flag.replace(/^--/u, ""));
  if (gone !== undefined) return gone;
  const input = findByKeyword(flag.replace(/^-+/u, ""), inputs);
  if (input !== undefined) {
    return `unknown option "${flag}". Write -i ${input.keyword}=${input.argument}.`;
  }
  if ((flag === "-i" || flag === "--input") && name === " map") {
    return `map takes its input without ${flag}. Write detect_off_topic map warc=FILE, or another kind=argument.`;
  }
  if (name !== "" && commandsWith(flag).length > 0) {
    return `${command} does not take ${flag}: leave it out. See detect_off_topic${name} --help.`;
  }
  const takesNone = code === "commander.excessArguments" && line.includes("Expected 0 ");
  const isHelped = flag === "" || line.includes("Did you mean");
  const meant = isHelped ? undefined : optionMeant(flag.replace(/^-+/u, ""), optionsOf(command));
  const hint = meant === undefined ? "" : ` Did you mean --${settingName(meant)}?`;
  const advice = takesNone ? " Files to read go with -i." : hint;
  return `${line}${/[.?!)]$/u.test(line) ? "" : "."}${advice} See detect_off_topic${name} --help.`;
}
