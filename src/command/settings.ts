import { UsageError } from "../base/errors.js";
import { refuseGone } from "../base/what-is-gone.js";
import { rows } from "./help.js";
import { defaultOf, namesOf, optionMeant, settingName, valueOf } from "../base/option.js";
import type { Config } from "./config.js";
import { listedSettings, optionsOf } from "./command-catalogue.js";

/*
 * Settings: options that few users need. Help does not show them, and `--set NAME=VALUE` is the form in which documents
 * and scripts write them.
 */

/**
 * Writes `--set NAME=VALUE` as the option of this name. Throws a `UsageError` for a name that is not an option of the
 * command.
 */
export function withoutSet(words: readonly string[], command: string, config?: Config): string[] {
  const options = optionsOf(command);
  if (!options.some(({ key }) => key === "set")) return [...words];
  const written: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const text = word === "--set" ? words[(at += 1)] : /^--set=(.*)$/su.exec(word)?.[1];
    if (text === undefined) {
      written.push(word);
      continue;
    }
    const [name = "", ...parts] = text.split("=");
    const value = parts.join("=");
    const option = options.find((each) => namesOf(each).includes(name.trim()));
    if (option === undefined) throw noSetting(name, command);
    if (parts.length === 0) {
      throw new UsageError(`--set ${name} needs a value. Write --set ${name}=${valueOf(option)}.`);
    }
    const flag = `--${name.trim()}`;
    if (option.flags.includes("<")) written.push(`${flag}=${value}`);
    else if (value === "true") written.push(flag);
    else if (value === "false") config?.texts.delete(name.trim());
    else {
      throw new UsageError(`--set ${name} takes true or false, not "${value}".`);
    }
  }
  return written;
}

/** Returns the error for a name that no setting has, or none of the command, with the nearest one of those that there are. */
function noSetting(name: string, command?: string): UsageError {
  refuseGone("setting", name);
  const settings = listedSettings();
  if (command !== undefined && settings.some((option) => settingName(option) === name)) {
    const whose = command === "detect" ? "a run" : command;
    return new UsageError(
      `${name} is no setting of ${whose}. See detect_off_topic list settings ${name}.`,
    );
  }
  const known = settings.filter(({ of }) => command === undefined || of.includes(command));
  const meant = optionMeant(name, known);
  const hint =
    meant === undefined
      ? "See detect_off_topic list settings."
      : `Did you mean "${settingName(meant)}"?`;
  return new UsageError(`there is no setting "${name}". ${hint}`);
}

/** Commands may have a setting in common whose value they use in their own ways. */
export const settingLines = (): string => {
  const lines = listedSettings().map(
    (option) =>
      `  ${settingName(option)}=${valueOf(option)} (${defaultOf(option)})\n      ${option.help}`,
  );
  return [...new Set(lines)].join("\n");
};

/** Throws a `UsageError` if there is no setting of this name. */
export function explainedSetting(name: string): string {
  const found = listedSettings().filter((option) => settingName(option) === name);
  if (found.length === 0) throw noSetting(name);
  return found
    .map((option) => {
      const of = option.of.map((command) => (command === "detect" ? "run" : command)).join(", ");
      return `${name}: ${option.help}\n${rows([
        ["values", valueOf(option)],
        ["default", defaultOf(option)],
        ["decides", option.decides ?? option.heading?.toLowerCase() ?? ""],
        ["commands", of],
        ["written", `--set ${name}=${valueOf(option)}, or "${name}" in the configuration file`],
      ])}\n`;
    })
    .join("\n");
}
