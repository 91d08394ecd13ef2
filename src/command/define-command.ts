import { Command, Option } from "commander";
import { UsageError } from "../base/errors.js";
import { loadForValues } from "../run/extensions/named.js";
import { type Config, defaultsOf } from "./config.js";
import { refuseEmpty } from "./empty-texts.js";
import { exitStatus, interruptible } from "./exit-status.js";
import { exampleText } from "./help.js";
import { type Log, openLog } from "./log.js";
import {
  type CommandName,
  flagOf,
  type GivenOption,
  type GivenText,
  isOnlySetting,
  type OptionDefinition,
  optionGroups,
  optionsOf,
  type Values,
} from "./options.js";
import { oneOf } from "./options/definition.js";
import { noteOldFlags, readSettings } from "./settings.js";
import { refuseOverInput } from "./output.js";

export interface CommandContext<Name extends CommandName> {
  /** Values of the command's options. */
  readonly values: Values<Name>;
  /** Arguments that belong to no option. */
  readonly words: readonly string[];
  /** Keys of the options that were given. */
  readonly given: readonly string[];
  /** Texts of repeatable options, in the order of the command line. */
  readonly inOrder: readonly GivenText[];
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Name and work of a command. */
export interface CommandWork<Name extends CommandName> {
  readonly name: Name;
  /**
   * Returns the message about the output after an interruption. Without this function a signal ends the process at
   * once.
   */
  readonly whenStopped?: (values: Values<Name>) => string;
  /** Does the work. Returns an exit status, or `undefined` for success. */
  readonly run: (context: CommandContext<Name>) => Promise<number | undefined> | number | undefined;
}

/** A command with its help texts and its work. Its options are those of the table that list it. */
interface CommandDefinition<Name extends CommandName> extends CommandWork<Name> {
  readonly description: string;
  /** Positional arguments with their help, as `<file...>`. */
  readonly words?: readonly (readonly [syntax: string, help: string])[];
  readonly examples?: readonly string[];
  /** Options without effect, by first word: help for that word leaves them out. */
  readonly idleWith?: Readonly<Record<string, (key: string) => boolean>>;
}

interface Making {
  /** Receives the exit status. */
  readonly done: (status: number) => void;
  /** Defaults from the configuration file. */
  readonly config: Config | undefined;
  readonly words: readonly string[];
}

export type MakeCommand = (making: Making) => Command;

/** Returns the other spelling of a command name: OTMT writes underscores, this tool hyphens. */
const otherName = (name: string): string =>
  name.includes("_") ? name.replaceAll("_", "-") : name.replaceAll("-", "_");

/** Returns a function that makes the commander command of a definition. */
export function defineCommand<Name extends CommandName>(
  definition: CommandDefinition<Name>,
): MakeCommand {
  const { name, description, words = [], examples = [], idleWith = {} } = definition;
  return ({ done, config, words: given }) => {
    const command = new Command(name).description(`${description}${exampleText(examples)}`);
    const alias = otherName(name);
    if (alias !== name) command.alias(alias);
    for (const [syntax, help] of words) command.argument(syntax, help);
    const [, isIdle] = Object.entries(idleWith).find(([word]) => given.includes(word)) ?? [];
    const inOrder = addOptions(command, name, isIdle);
    return command.action(async () => done(await runCommand(definition, command, inOrder, config)));
  };
}

/**
 * Adds the options of a command, under their headings. Returns a list that parsing fills with the texts of repeatable
 * options.
 */
export function addOptions(
  command: Command,
  name: CommandName,
  isIdle: (key: string) => boolean = () => false,
): GivenText[] {
  const inOrder: GivenText[] = [];
  for (const [heading, group] of Object.entries(optionGroups)) {
    for (const [key, option] of Object.entries(group)) {
      if (!option.of.includes(name)) continue;
      const added = new Option(flagsOf(option), helpOf(option)).helpGroup(`${heading}:`);
      if (option.preset !== undefined) added.preset(option.preset);
      if (option.repeats === true) {
        added.argParser((text: string, before: readonly string[] | undefined) => {
          inOrder.push({ key, text });
          return [...(before ?? []), text];
        });
      } else if (option.writes === true) {
        added.argParser((text: string, before: string | undefined) => {
          if (before === undefined) return text;
          throw new UsageError(`${flagOf(option)} is given twice: ${before} and ${text}.`);
        });
      }
      if (option.hidden === true || isOnlySetting(option) || isIdle(key)) added.hideHelp();
      command.addOption(added);
    }
  }
  if (optionsOf(name).some(([, { setting }]) => setting === true)) {
    command.addHelpText("after", "\nSettings for --set: detect_off_topic list settings");
  }
  return inOrder;
}

/** Returns the flags in commander's syntax. The value of an option with a preset is optional. */
const flagsOf = ({ flags, preset }: OptionDefinition): string =>
  preset === undefined ? flags : flags.replace("<", "[").replace(">", "]");

function helpOf({ help, choices, otherwise, default: byDefault }: OptionDefinition): string {
  const unless = byDefault ?? otherwise;
  return [
    help,
    choices === undefined ? "" : `, one of: ${choices.join(", ")}`,
    unless === undefined ? "" : ` (${unless})`,
  ].join("");
}

/** Checks and parses the options that were given, then runs the command. Returns its exit status. */
export async function runCommand<Name extends CommandName>(
  { name, whenStopped, run }: CommandWork<Name>,
  command: Command,
  typed: readonly GivenText[],
  config: Config | undefined,
): Promise<number> {
  const byFlag = givenTexts(command, name);
  refuseEmpty(byFlag.values(), command.args);
  const set = readSettings(
    typed.filter(({ key }) => key === "set"),
    name,
  );
  refuseEmpty(set.values());
  for (const [key, { option }] of set) {
    if (!byFlag.has(key)) continue;
    throw new UsageError(`${flagOf(option)} is given twice. Give it once.`);
  }
  const onCommandLine = new Map([...byFlag, ...set]);
  onCommandLine.delete("set");
  const defaults =
    config === undefined ? [] : [...defaultsOf(config, optionsOf(name), onCommandLine)];
  const texts = new Map([...onCommandLine, ...defaults].filter(([, { isOff }]) => isOff !== true));
  const repeated = defaults.filter(([, { option }]) => option.repeats === true);
  const inOrder = [
    ...repeated.flatMap(([key, given]) => given.texts.map((text) => ({ key, text }))),
    ...typed,
  ];
  refuseOverInput(texts, command.args);
  refuseIdle(texts);
  const values = (await readValues(texts, name)) as Values<Name>;
  await loadForValues(values);
  const log = openLog(values);
  noteOldFlags(byFlag.values(), log);
  const given = [...texts.keys()].filter((key) => onCommandLine.has(key));
  const work = async (signal: AbortSignal): Promise<number> =>
    (await run({ values, words: command.args, given, inOrder, log, signal })) ??
    exitStatus.finished;
  return whenStopped === undefined
    ? work(new AbortController().signal)
    : interruptible(work, whenStopped(values));
}

function givenTexts(command: Command, name: CommandName): ReadonlyMap<string, GivenOption> {
  const raw = command.opts<Record<string, unknown>>();
  const given = new Map<string, GivenOption>();
  for (const [key, option] of optionsOf(name)) {
    const parsed = new Option(option.flags);
    const value = raw[parsed.attributeName()];
    if (parsed.negate ? value === false : value !== undefined && value !== false) {
      const texts = [value].flat().filter((text) => typeof text === "string");
      given.set(key, { option, texts });
    }
  }
  return given;
}

/** Throws a `UsageError` for an option that lacks the option it needs, or that contradicts another one. */
function refuseIdle(given: ReadonlyMap<string, GivenOption>): void {
  const all: ReadonlyMap<string, OptionDefinition> = new Map(
    Object.values(optionGroups).flatMap((group) => Object.entries(group)),
  );
  for (const { option } of given.values()) {
    const { needs, excludes } = option;
    if (needs !== undefined && !given.has(needs[0])) {
      throw new UsageError(`${flagOf(option)} ${needs[1]}: give ${flagOf(all.get(needs[0])!)}.`);
    }
    if (excludes !== undefined && given.has(excludes[0])) {
      throw new UsageError(`${flagOf(option)} ${excludes[1]}`);
    }
  }
}

const asItIs = (text: string): unknown => text;

async function readValues(
  given: ReadonlyMap<string, GivenOption>,
  name: CommandName,
): Promise<Readonly<Record<string, unknown>>> {
  const values: Record<string, unknown> = {};
  for (const [key, option] of optionsOf(name)) {
    const { default: byDefault, choices, repeats } = option;
    const {
      parse = choices === undefined ? asItIs : oneOf(choices, `value of ${flagOf(option)}`),
    } = option;
    const texts = given.get(key)?.texts ?? (byDefault === undefined ? undefined : [byDefault]);
    if (texts === undefined) continue;
    const read: unknown[] = [];
    for (const text of texts) read.push(await parse(text, flagOf(option)));
    const { value = !option.flags.startsWith("--no-") } = option;
    values[key] = read.length === 0 ? value : repeats === true ? read : read[0];
  }
  return values;
}
