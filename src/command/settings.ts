import { UsageError } from "../base/errors.js";
import { nearest } from "../base/find.js";
import { refuseGone } from "../base/what-is-gone.js";
import { rows } from "./help.js";
import {
  defaultOf,
  flagOf,
  type GivenOption,
  type GivenText,
  namesOf,
  type OptionDefinition,
  type OptionGroup,
  settingName,
  valueOf,
} from "../base/option.js";
import { listedSettings } from "./command-catalogue.js";

/* Settings: options that few users need, given as `--set NAME=VALUE`. */

/** Returns the error for an option that takes one value and has two, because neither may be dropped silently. */
export function givenTwice(option: OptionDefinition, one: string, other: string): UsageError {
  const isList = /<(?:list|rules)>/u.test(option.flags);
  const advice = isList ? "Write one list, with commas." : (option.twice ?? "");
  return new UsageError(`${flagOf(option)} is given twice: ${one} and ${other}. ${advice}`.trim());
}

/**
 * Parses the texts of `--set`. Returns them by option key. Throws a `UsageError` for a name that is not a setting of the
 * command, and for two values of a setting that takes one.
 */
export function readSettings(
  texts: readonly GivenText[],
  command: string,
  options: OptionGroup,
): ReadonlyMap<string, GivenOption> {
  const given = new Map<string, GivenOption>();
  for (const { text } of texts) {
    const at = text.indexOf("=");
    const name = (at < 0 ? text : text.slice(0, at)).trim();
    const [key, option] = requireSetting(name, command, options);
    if (at < 0) {
      throw new UsageError(`--set ${name} needs a value. Write --set ${name}=${valueOf(option)}.`);
    }
    const earlier = given.get(key);
    const before = option.repeats === true ? (earlier?.texts ?? []) : [];
    const value = text.slice(at + 1);
    const isSwitch = !option.flags.includes("<") && option.takes === undefined;
    if (isSwitch && value !== "true" && value !== "false") {
      throw new UsageError(`--set ${name} takes true or false, not "${value}".`);
    }
    const [first = earlier?.isOff === true ? "false" : "true"] = earlier?.texts ?? [];
    if (earlier !== undefined && option.repeats !== true && first !== value) {
      throw givenTwice(option, first, value);
    }
    given.set(key, {
      option,
      texts: isSwitch ? [] : [...before, value],
      ...(isSwitch && value === "false" && { isOff: true }),
    });
  }
  return given;
}

function requireSetting(
  name: string,
  command: string,
  options: OptionGroup,
): readonly [key: string, option: OptionDefinition] {
  const own = Object.entries(options).filter(([, { rare }]) => rare === true);
  const found = own.find(([, option]) => settingName(option) === name);
  if (found !== undefined) return found;
  if (Object.values(options).some((option) => namesOf(option).includes(name))) {
    throw new UsageError(`${name} is an option, not a setting. Write --${name}.`);
  }
  if (listedSettings().some((option) => settingName(option) === name)) {
    const whose = command === "detect" ? "a run" : command;
    throw new UsageError(
      `${name} is no setting of ${whose}. See detect_off_topic list settings ${name}.`,
    );
  }
  throw noSetting(
    name,
    own.map(([, option]) => settingName(option)),
  );
}

/** Returns the error for a name that no setting has, with the nearest one of those that there are. */
function noSetting(name: string, known: readonly string[]): UsageError {
  refuseGone("setting", name);
  const near = nearest(name, known);
  const hint =
    near === undefined ? "See detect_off_topic list settings." : `Did you mean "${near}"?`;
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
  const settings = listedSettings();
  const found = settings.filter((option) => settingName(option) === name);
  if (found.length === 0) throw noSetting(name, settings.map(settingName));
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
