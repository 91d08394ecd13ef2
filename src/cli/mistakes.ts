import type { CommanderError } from "commander";
import { UsageError } from "../base/errors.js";
import { inputs } from "../read/inputs/index.js";
import { findByKeyword, nearest } from "../base/find.js";
import { goneLine } from "../base/what-is-gone.js";
import { adviceForResults, holdsResults, inputFor } from "../run/input-choices.js";
import { isOnlySetting, namesOf, settingName, valueOf } from "../base/option.js";
import { commandsWith, optionsOf, twoLetterFlags } from "../command/command-catalogue.js";
import { valuesOf } from "../command/option-values.js";

/**
 * Throws a `UsageError` for a word that belongs to no option, usually a mistyped command or a file given without `-i`.
 */
export function refuseStrayWord(stray: string, commands: readonly string[]): never {
  if (holdsResults(stray)) throw new UsageError(`${stray} ${adviceForResults(stray)}`);
  const command = nearest(stray, commands);
  const { keyword } = inputFor(stray, inputs);
  throw new UsageError(
    `"${stray}" is neither a command nor the value of an option. ` +
      (command === undefined
        ? `Files are given as -i ${keyword}=${stray}. See detect_off_topic --help.`
        : `Did you mean "detect_off_topic ${command}"?`),
  );
}

/**
 * Returns this tool's form of an option that other tools name differently; `undefined` if the command has no such
 * option.
 */
function meantOption(flag: string, command: string, words: readonly string[]): string | undefined {
  const takes = (long: string): boolean => commandsWith(long).includes(command);
  const [value] = valuesOf(flag, words);
  if (flag === "--threshold" && takes("--timemap-measures")) {
    return `-tm cosine=${value ?? "0.15"}, with the measure that it is of`;
  }
  if (/^--(?:output-)?format$/u.test(flag) && takes("--output-type"))
    return `-ot ${value ?? "FORM"}`;
  // One hyphen too many: `--tm` for `-tm`.
  const long = twoLetterFlags().get(flag.slice(1));
  if (long !== undefined && takes(long)) return [flag.slice(1), value ?? []].flat().join(" ");
  return undefined;
}

export function usageText(
  { code, message }: CommanderError,
  command: string,
  words: readonly string[],
): string {
  const line = message.replace(/^error: /u, "").replace(/\s*\n\s*/gu, " ");
  const name = command === "detect" ? "" : ` ${command}`;
  const [, flag = ""] = /unknown option '(-[^\s=']+)/u.exec(line) ?? [];
  const gone = goneLine("option", flag) ?? goneLine("setting", flag.replace(/^--/u, ""));
  if (gone !== undefined) return gone;
  const setting = optionsOf(command).find(
    (option) => isOnlySetting(option) && namesOf(option).includes(flag.replace(/^--/u, "")),
  );
  if (setting !== undefined) {
    return `${flag} is a setting. Write --set ${settingName(setting)}=${valueOf(setting)}.`;
  }
  if (flag === "-V") return `unknown option "-V". Write --version; -v says more.`;
  const input = findByKeyword(flag.replace(/^-+/u, ""), inputs);
  if (input !== undefined) {
    return `unknown option "${flag}". Write -i ${input.keyword}=${input.argument}.`;
  }
  const meant = meantOption(flag, command, words);
  if (meant !== undefined) return `unknown option "${flag}". Write ${meant}.`;
  if ((flag === "-i" || flag === "--input") && name === " map") {
    return `map takes its input without ${flag}. Write detect_off_topic map warc=FILE, or another kind=argument.`;
  }
  if (name !== "" && commandsWith(flag).length > 0) {
    const isWritten = (word: string): boolean =>
      (twoLetterFlags().get(word.split("=")[0]!) ?? word) === flag;
    const [written = flag] = words.find(isWritten)?.split("=") ?? [];
    const inFull = written === flag ? "" : ` (${flag})`;
    return `${command} does not take ${written}${inFull}: leave it out. See detect_off_topic${name} --help.`;
  }
  const takesNone = code === "commander.excessArguments" && line.includes("Expected 0 ");
  const advice = takesNone ? " Files to read go with -i." : "";
  return `${line}${/[.?!)]$/u.test(line) ? "" : "."}${advice} See detect_off_topic${name} --help.`;
}
