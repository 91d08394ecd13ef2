import { UsageError } from "../base/errors.js";
import { isObject, parsedJson } from "../base/json.js";
import { readTextFile, statsOf } from "../base/read-file.js";
import { nearest } from "../base/find.js";
import { goneLine } from "../base/what-is-gone.js";
import { refuseEmptyText } from "./empty-texts.js";
import { pluginsOption } from "./options/running.js";
import { commandCatalogue } from "./command-catalogue.js";
import {
  type GivenOption,
  namesOf,
  type OptionDefinition,
  type OptionGroup,
} from "../base/option.js";

/** File in the working folder that is read if `--config` is not given. */
const CONFIG_FILE = "detect_off_topic.config.json";

/** Default of an option, and the file that has it. */
export interface Default {
  readonly texts: readonly string[];
  readonly from: string;
}

/** Defaults for options by long flag, without the dashes. */
export interface Config {
  readonly file: string;
  readonly defaults: ReadonlyMap<string, Default>;
}

/** A longer file in the working folder was not written as a list of options. */
const MOST_CONFIG_BYTES = 1_000_000;

/** A configuration file whose options have not been checked yet, because plug-ins that it names may add some. */
interface OpenedConfig {
  readonly file: string;
  readonly isNamed: boolean;
  readonly whole: Readonly<Record<string, unknown>>;
}

/** Throws a `UsageError` for a file that is not a JSON object. */
export function openConfig(named: string | undefined): OpenedConfig | undefined {
  const file = named ?? CONFIG_FILE;
  const text = named === undefined ? foundText(file) : readTextFile(file, MOST_CONFIG_BYTES);
  if (text === undefined) return undefined;
  const whole = parsedJson(text);
  if (whole === undefined) {
    throw new UsageError(`${file} is not JSON. Write {"profile": "paper"}.`);
  }
  if (!isObject(whole)) throw new UsageError(`${file} is not a JSON object of options.`);
  return { file, isNamed: named !== undefined, whole };
}

/** Returns the plug-ins of a file that the user has named. Those of another file are refused by {@link readConfig}. */
export function pluginsOf({ file, isNamed, whole }: OpenedConfig): readonly string[] {
  const { plugins: option } = pluginsOption;
  const texts = isNamed ? (valueTexts(whole["plugin"], option) ?? []) : [];
  refuseEmptyText(texts, option, `${file}: "plugin"`);
  return texts;
}

/**
 * Throws a `UsageError` for an option that there is not, or a value that it does not take. A file found in the working
 * folder may have come with a crawl that someone else made, so it may only set harmless options.
 */
export function readConfig({ file, isNamed, whole }: OpenedConfig): Config {
  const defaults = new Map<string, Default>();
  const known = optionsByName();
  for (const [name, value] of Object.entries(whole)) {
    const options = known.get(name);
    if (options === undefined) throw unknownOption(file, name, known.keys());
    if (!isNamed && !options.every((option) => isHarmless(option, value))) {
      throw new UsageError(
        `${file} sets --${name}, which only the command line or a file named by --config may set. Give --config ${file} if it is yours.`,
      );
    }
    const given = valueTexts(value, options[0]!);
    if (given === undefined) {
      throw new UsageError(
        `${file}: "${name}" has a value that --${name} does not take. ${valueForm(options[0]!)}`,
      );
    }
    refuseEmptyText(given, options[0]!, `${file}: "${name}"`);
    if (value !== false) defaults.set(name, { texts: given, from: file });
  }
  return { file, defaults };
}

/** Returns whether the file that was found may give an option this value: true and false name no file. */
const isHarmless = ({ harmless, takes }: OptionDefinition, value: unknown): boolean =>
  harmless === true || (takes !== undefined && typeof value === "boolean");

/** Returns the text of the file in the working folder; `undefined` if there is no such file. */
function foundText(file: string): string | undefined {
  const stats = statsOf(file);
  if (stats === undefined) return undefined;
  if (!stats.isFile() || stats.size > MOST_CONFIG_BYTES) {
    throw new UsageError(
      `${file} of the working folder is not a file of at most 1 MB. Remove it, or give --config ${file} if it is yours.`,
    );
  }
  return readTextFile(file);
}

/** Several commands may each have an option of the same name. */
function optionsByName(): ReadonlyMap<string, readonly OptionDefinition[]> {
  const all = new Map<string, OptionDefinition[]>();
  for (const option of commandCatalogue().options) {
    // Settings are keys of the file themselves, so `set` is not one.
    if (option.key === "set") continue;
    for (const name of namesOf(option)) all.set(name, [...(all.get(name) ?? []), option]);
  }
  return all;
}

const unknownOption = (file: string, name: string, names: Iterable<string>): UsageError => {
  const gone = goneLine("option", `--${name}`) ?? goneLine("setting", name);
  if (gone !== undefined) return new UsageError(`${file}: ${gone}`);
  const near = nearest(name, [...names]);
  const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
  return new UsageError(`${file}: there is no option --${name}.${hint}`);
};

/** Returns the texts of a value; `undefined` if the option does not accept such a value. */
function valueTexts(value: unknown, option: OptionDefinition): readonly string[] | undefined {
  const isSwitch = !option.flags.includes("<");
  if (isSwitch && typeof value === "boolean") return [];
  if (isSwitch && option.takes === undefined) return undefined;
  const list = Array.isArray(value) && option.repeats === true ? value : [value];
  const texts = list.flatMap((each) =>
    typeof each === "string" || typeof each === "number" ? [String(each)] : [],
  );
  return texts.length === list.length && texts.length > 0 ? texts : undefined;
}

const valueForm = (option: OptionDefinition): string =>
  option.takes === undefined && !option.flags.includes("<")
    ? "Write true or false."
    : `Write text or a number${option.repeats === true ? ", or a list of them" : ""}.`;

/**
 * Defaults are dropped if the command line sets or contradicts the option, or if
 * they would have no effect.
 */
export function defaultsOf(
  defaults: Config["defaults"] | undefined,
  options: OptionGroup,
  given: ReadonlyMap<string, GivenOption>,
): ReadonlyMap<string, GivenOption> {
  const found = new Map<string, GivenOption>();
  for (const [key, option] of Object.entries(options)) {
    const said = namesOf(option)
      .map((name) => defaults?.get(name))
      .find((each) => each !== undefined);
    if (said !== undefined && !given.has(key)) found.set(key, { option, ...said });
  }
  const isThere = (key: string): boolean => given.has(key) || found.has(key);
  for (const [key, { option }] of found) {
    const { needs, excludes } = option;
    const isContradicted = [...given.values()].some((each) => each.option.excludes?.[0] === key);
    const isIdle = needs !== undefined && !isThere(needs[0]);
    if (isContradicted || isIdle || (excludes !== undefined && given.has(excludes[0]))) {
      found.delete(key);
    }
  }
  return found;
}
