import { extname } from "node:path";
import type { Command } from "commander";
import { Option } from "commander";
import { UsageError } from "../base/errors.js";
import {
  flagOf,
  type GivenOption,
  type GivenText,
  namesOf,
  isOnlySetting,
  type OptionDefinition,
  type OptionGroup,
  type Values,
} from "../base/option.js";
import { readTextFile } from "../base/read-file.js";
import { refuseGone, refuseGoneAddress } from "../base/what-is-gone.js";
import { oneOf } from "../base/value-kinds.js";
import { loadForValues } from "../run/extensions/named.js";
import { type Config, defaultsOf } from "./config.js";
import type { ListedOption } from "./command-catalogue.js";
import type { CommandDefinition } from "./define-command.js";
import { refuseEmpty } from "./empty-texts.js";
import { exitStatus } from "./exit-status.js";
import { interruptible } from "./interrupt.js";
import { openLog } from "./log.js";
import { refuseOverInput } from "./output.js";
import { givenTwice, readSettings } from "./settings.js";

/*
 * From the words of a command line to the run of a command: commander parses the flags that the catalogue lists, and the
 * definition of the command parses and checks their texts.
 */

/** Returns a list that parsing fills with the texts of repeatable options. */
export function addOptions(
  command: Command,
  options: readonly ListedOption[],
  isIdle: (key: string) => boolean = () => false,
): GivenText[] {
  const inOrder: GivenText[] = [];
  for (const { key, ...option } of options) {
    if (isOnlySetting(option)) continue;
    const added = new Option(commanderFlags(option), optionHelp(option)).helpGroup(
      `${option.heading}:`,
    );
    if (option.preset !== undefined) added.preset(option.preset);
    if (option.repeats === true) {
      added.argParser((text: string, before: readonly string[] | undefined) => {
        inOrder.push({ key, text });
        return [...(before ?? []), text];
      });
    } else if (option.flags.includes("<")) {
      added.argParser((text: string, before: string | undefined) => {
        if (before !== undefined && (before !== text || option.writes === true)) {
          throw givenTwice(option, before, text);
        }
        return text;
      });
    }
    if (option.hidden === true || isIdle(key)) added.hideHelp();
    command.addOption(added);
  }
  if (options.some(({ rare }) => rare === true)) {
    command.addHelpText("after", "\nSettings for --set: detect_off_topic list settings");
  }
  return inOrder;
}

const commanderFlags = ({ flags, preset }: OptionDefinition): string =>
  preset === undefined ? flags : flags.replace("<", "[").replace(">", "]");

function optionHelp({ help, choices, otherwise, default: byDefault }: OptionDefinition): string {
  const unless = byDefault ?? otherwise;
  return [
    help,
    choices === undefined ? "" : `, one of: ${choices.join(", ")}`,
    unless === undefined ? "" : ` (${unless})`,
  ].join("");
}

/** Checks and parses the options that were given, then runs the command. Returns its exit status. */
export async function runCommand<Options extends OptionGroup>(
  definition: CommandDefinition<Options>,
  command: Command,
  typed: readonly GivenText[],
  config: Config | undefined,
): Promise<number> {
  const { name, options } = definition;
  const byFlag = givenTexts(command, options);
  refuseEmpty(byFlag.values(), command.args);
  const set = readSettings(
    typed.filter(({ key }) => key === "set"),
    name,
    options,
  );
  refuseEmpty(set.values());
  for (const [key, { option }] of set) {
    if (!byFlag.has(key)) continue;
    throw new UsageError(`${flagOf(option)} is given twice. Give it once.`);
  }
  const onCommandLine = new Map([...byFlag, ...set]);
  onCommandLine.delete("set");
  const defaults = defaultsOf(config?.defaults, options, onCommandLine);
  const texts = new Map([...onCommandLine, ...defaults].filter(([, { isOff }]) => isOff !== true));
  const repeated = [...defaults].filter(([, { option }]) => option.repeats === true);
  const inOrder = [
    ...repeated.flatMap(([key, given]) => given.texts.map((text) => ({ key, text }))),
    ...typed,
  ];
  refuseGoneTexts(name, texts, command.args);
  refuseOverInput(texts, command.args);
  refuseIdle(texts, options);
  const values = (await readValues(texts, options)) as Values<Options>;
  await loadForValues(values);
  const log = openLog(values);
  const given = [...texts.keys()].filter((key) => onCommandLine.has(key));
  const work = async (signal: AbortSignal): Promise<number> =>
    (await definition.run({ values, words: command.args, given, inOrder, log, signal })) ??
    exitStatus.finished;
  const message = definition.whenStopped?.(values);
  return message === undefined ? work(new AbortController().signal) : interruptible(work, message);
}

function givenTexts(command: Command, options: OptionGroup): ReadonlyMap<string, GivenOption> {
  const raw = command.opts<Record<string, unknown>>();
  const given = new Map<string, GivenOption>();
  for (const [key, option] of Object.entries(options)) {
    const parsed = new Option(option.flags);
    const value = raw[parsed.attributeName()];
    if (parsed.negate ? value === false : value !== undefined && value !== false) {
      const texts = [value].flat().filter((text) => typeof text === "string");
      given.set(key, { option, texts });
    }
  }
  return given;
}

/** Throws a `UsageError` for a value of an option, an output type or an address that earlier versions had. */
function refuseGoneTexts(
  command: string,
  given: ReadonlyMap<string, GivenOption>,
  words: readonly string[],
): void {
  for (const [key, { option, texts }] of given) {
    for (const text of texts) {
      refuseGoneAddress(text);
      for (const name of namesOf(option)) {
        refuseGone("value", `--${name} ${text}`);
        refuseGone("value", `${name}=${text}`);
      }
      if (key === "outputType") refuseGone("output type", text);
      if (key === "outputs") refuseGone("output type", extname(text).toLowerCase());
    }
  }
  for (const word of words) {
    refuseGoneAddress(word);
    refuseGone("value", `${command} ${word}`);
  }
}

/** Throws a `UsageError` for an option that lacks the option it needs, or that contradicts another one. */
function refuseIdle(given: ReadonlyMap<string, GivenOption>, options: OptionGroup): void {
  for (const { option } of given.values()) {
    const { needs, excludes } = option;
    if (needs !== undefined && !given.has(needs[0])) {
      throw new UsageError(`${flagOf(option)} ${needs[1]}: give ${flagOf(options[needs[0]]!)}.`);
    }
    if (excludes !== undefined && given.has(excludes[0])) {
      throw new UsageError(`${flagOf(option)} ${excludes[1]}`);
    }
  }
}

/** Calls a parser. The message of its `UsageError` begins with the place of a default, which the user does not see. */
async function namingPlace(place: string | undefined, parse: () => unknown): Promise<unknown> {
  try {
    return await parse();
  } catch (cause) {
    if (place === undefined || !(cause instanceof UsageError)) throw cause;
    throw new UsageError(`${place}: ${cause.message}`, { cause });
  }
}

const textItself = (text: string): unknown => text;

async function readValues(
  given: ReadonlyMap<string, GivenOption>,
  options: OptionGroup,
): Promise<Readonly<Record<string, unknown>>> {
  const values: Record<string, unknown> = {};
  for (const [key, option] of Object.entries(options)) {
    const { default: byDefault, choices, repeats } = option;
    const {
      parse = choices === undefined ? textItself : oneOf(choices, `value of ${flagOf(option)}`),
    } = option;
    const texts = given.get(key)?.texts ?? (byDefault === undefined ? undefined : [byDefault]);
    if (texts === undefined) continue;
    const read: unknown[] = [];
    for (const text of texts) {
      read.push(
        await namingPlace(given.get(key)?.from, () => parse(text, flagOf(option), readTextFile)),
      );
    }
    const { value = !option.flags.startsWith("--no-") } = option;
    values[key] = read.length === 0 ? value : repeats === true ? read : read[0];
  }
  return values;
}
