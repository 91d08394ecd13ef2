import { UsageError } from "../base/errors.js";
import { isObject, parsedJson } from "../base/json.js";
import { readTextFile } from "../base/read-file.js";
import { append } from "../base/math/group-by.js";
import { goneLine } from "../base/what-is-gone.js";
import { pluginsOption } from "./options/running.js";
import { commandCatalogue, type ListedOption } from "./command-catalogue.js";
import {
  type GivenOption,
  namesOf,
  type OptionDefinition,
  type OptionGroup,
  optionMeant,
  settingName,
} from "../base/option.js";

/** Defaults for options: their texts by long flag, without the dashes. */
export interface Config {
  readonly file: string;
  readonly texts: Map<string, readonly string[]>;
}

/** Reads the file of `--config`. Throws a `UsageError` for an option that there is not, or a value that it does not take. */
export function readConfig(file: string): Config {
  const whole = parsedJson(readTextFile(file));
  if (!isObject(whole)) {
    throw new UsageError(`${file} is not a JSON object of options. Write {"profile": "paper"}.`);
  }
  const known = optionsByName();
  const texts = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(whole)) {
    const options = known.get(name);
    if (options === undefined) throw unknownOption(file, name);
    // Options of several commands may have one name.
    const given = options.map((option) => valueTexts(value, option)).find((each) => each);
    if (given === undefined) {
      throw new UsageError(`${file}: "${name}" has a value that --${name} does not take.`);
    }
    if (value !== false) texts.set(name, given);
  }
  return { file, texts };
}

/** Returns the plug-ins of a file, which are loaded before all options are known. */
export const pluginsOf = ({ texts }: Config): readonly string[] =>
  namesOf(pluginsOption.plugins).flatMap((name) => texts.get(name) ?? []);

/** Settings are keys of the file themselves, so `set` is not one. */
const optionsOfFiles = (): readonly ListedOption[] =>
  commandCatalogue().options.filter(({ key }) => key !== "set");

function optionsByName(): ReadonlyMap<string, readonly OptionDefinition[]> {
  const all = new Map<string, OptionDefinition[]>();
  for (const option of optionsOfFiles()) {
    for (const name of namesOf(option)) append(all, name, option);
  }
  return all;
}

const unknownOption = (file: string, name: string): UsageError => {
  const gone = goneLine("option", `--${name}`) ?? goneLine("setting", name);
  if (gone !== undefined) return new UsageError(`${file}: ${gone}`);
  const meant = optionMeant(name, optionsOfFiles());
  const hint = meant === undefined ? "" : ` Did you mean "${settingName(meant)}"?`;
  return new UsageError(`${file}: there is no option --${name}.${hint}`);
};

/** Returns the texts of a value; `undefined` if the option does not accept such a value. */
function valueTexts(value: unknown, option: OptionDefinition): readonly string[] | undefined {
  if (!option.flags.includes("<")) return typeof value === "boolean" ? [] : undefined;
  if (value === true && option.preset !== undefined) return [option.preset];
  const list = Array.isArray(value) && option.repeats === true ? value : [value];
  const texts = list.flatMap((each) =>
    typeof each === "string" || typeof each === "number" ? [String(each)] : [],
  );
  return texts.length === list.length && texts.length > 0 ? texts : undefined;
}

/** Returns the defaults of a command's options that the command line does not give. */
export function defaultsOf(
  config: Config | undefined,
  options: OptionGroup,
  given: ReadonlyMap<string, GivenOption>,
): ReadonlyMap<string, GivenOption> {
  const found = new Map<string, GivenOption>();
  for (const [key, option] of Object.entries(options)) {
    const name = namesOf(option).find((each) => config?.texts.has(each) === true);
    if (name === undefined || given.has(key)) continue;
    found.set(key, { option, texts: config!.texts.get(name)!, from: config!.file });
  }
  return found;
}
