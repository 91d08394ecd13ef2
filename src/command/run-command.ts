import { extname } from "node:path";
import { type Command, Option } from "commander";
import { UsageError } from "../base/errors.js";
import {
  flagOf,
  type GivenOption,
  type GivenText,
  namesOf,
  type OptionDefinition,
  type OptionGroup,
  valueOf,
  type Values,
} from "../base/option.js";
import { readTextFile } from "../base/read-file.js";
import { refuseGone, refuseGoneAddress } from "../base/what-is-gone.js";
import { oneOf } from "../base/value-kinds.js";
import { loadForValues } from "../run/extensions/named.js";
import { type Config, defaultsOf } from "./config.js";
import type { ListedOption } from "./command-catalogue.js";
import type { CommandDefinition } from "./define-command.js";
import { exitStatus } from "./exit-status.js";
import { interruptible } from "./interrupt.js";
import { openLog } from "./log.js";
import { refuseOverInput } from "./output.js";

/*
 * From the words of a command line to the run of a command: commander parses the flags that the catalogue lists, and the
 * definition of the command parses and checks their texts.
 */

/** Returns a list that parsing fills with the texts of repeatable options. */
export function addOptions(command: Command, options: readonly ListedOption[]): GivenText[] {
  const inOrder: GivenText[] = [];
  for (const { key, ...option } of options) {
    const { preset, flags, repeats, rare, hidden, writes } = option;
    const written = preset === undefined ? flags : flags.replace("<", "[").replace(">", "]");
    const added = new Option(written, optionHelp(option)).helpGroup(`${option.heading}:`);
    if (preset !== undefined) added.preset(preset);
    if (repeats === true) {
      added.argParser((text: string, before: readonly string[] | undefined) => {
        inOrder.push({ key, text });
        return [...(before ?? []), text];
      });
    } else if (flags.includes("<")) {
      added.argParser((text: string, before: string | undefined) => {
        if (before === undefined || (before === text && writes !== true)) return text;
        throw new UsageError(
          `${flagOf(option)} is given twice: ${before} and ${text}. Give it once.`,
        );
      });
    }
    if (rare === true || hidden === true) added.hideHelp();
    command.addOption(added);
  }
  if (options.some(({ rare }) => rare === true)) {
    command.addHelpText("after", "\nSettings for --set: detect_off_topic list settings");
  }
  return inOrder;
}

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
  const { args: words } = command;
  const onCommandLine = givenTexts(command, options);
  const defaults = defaultsOf(config, options, onCommandLine);
  const texts = new Map([...onCommandLine, ...defaults]);
  const inOrder = [
    ...[...defaults].flatMap(([key, given]) => given.texts.map((text) => ({ key, text }))),
    ...typed,
  ];
  refuseGoneTexts(name, texts, words);
  if (words.some(isEmpty)) throw new UsageError(`an argument ${EMPTY} Give a value.`);
  refuseOverInput(texts, words);
  const values = (await readValues(texts, options)) as Values<Options>;
  for (const { option } of texts.values()) {
    const { needs } = option;
    if (needs === undefined || texts.has(needs[0])) continue;
    throw new UsageError(`${flagOf(option)} ${needs[1]}: give ${flagOf(options[needs[0]]!)}.`);
  }
  await loadForValues(values);
  const log = openLog(values);
  const given = [...onCommandLine.keys()];
  const work = async (signal: AbortSignal): Promise<number> =>
    (await definition.run({ values, words, given, inOrder, log, signal })) ?? exitStatus.finished;
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

const isEmpty = (text: string): boolean => text.trim() === "";
const EMPTY = "is empty, as an unset variable leaves it.";

async function readValues(
  given: ReadonlyMap<string, GivenOption>,
  options: OptionGroup,
): Promise<Readonly<Record<string, unknown>>> {
  const values: Record<string, unknown> = {};
  for (const [key, option] of Object.entries(options)) {
    const { default: byDefault, choices, repeats, flags } = option;
    const flag = flagOf(option);
    const { parse = choices && oneOf(choices, `value of ${flag}`) } = option;
    const { texts = byDefault === undefined ? undefined : [byDefault], from } =
      given.get(key) ?? {};
    if (texts === undefined) continue;
    const read: unknown[] = [];
    try {
      for (const text of texts) {
        if (isEmpty(text)) {
          throw new UsageError(`${flag} ${EMPTY} Give ${valueOf(option)}, or leave it out.`);
        }
        read.push(parse === undefined ? text : await parse(text, flag, readTextFile));
      }
    } catch (cause) {
      // The user does not see the place of a default.
      if (from === undefined || !(cause instanceof UsageError)) throw cause;
      throw new UsageError(`${from}: ${cause.message}`, { cause });
    }
    const { value = !flags.startsWith("--no-") } = option;
    values[key] = read.length === 0 ? value : repeats === true ? read : read[0];
  }
  return values;
}
