import {
  type CommandName,
  type OptionDefinition,
  type OptionGroup,
  type RUNS,
} from "./options/definition.js";
import { focusedCrawlOptions, inputOptions, readingFromArchivesOptions } from "./options/input.js";
import {
  outputOptions,
  savedResultsOptions,
  clustersOptions,
  goldDataOptions,
} from "./options/output.js";
import type { SettingsChoices } from "../score/settings/settings.js";
import type { SettingKey } from "../score/settings/table.js";
import {
  combinationOptions,
  settingOptions,
  stemOptions,
  topicOfTheCollectionOptions,
} from "./options/scoring.js";
import { exitStatusOptions, runningOptions, messagesOptions } from "./options/running.js";

export type {
  CommandName,
  GivenOption,
  GivenText,
  OptionDefinition,
} from "./options/definition.js";

/**
 * Every option, by its heading in help. The key is the name of the option's value. It is the library's name for it if
 * there is one, since commands pass their values on to the library. To add an option, add it under its heading in
 * src/command/options: its type, its help and the check of the files that it names follow from there.
 */
const table = {
  Input: inputOptions,
  Output: outputOptions,
  "Measures and verdicts": combinationOptions,
  "Topic of the collection": topicOfTheCollectionOptions,
  "Focused crawl": focusedCrawlOptions,
  "Text of pages": stemOptions,
  "What is a memento": {},
  "Reading from archives": readingFromArchivesOptions,
  "Gold data": goldDataOptions,
  "Saved results": savedResultsOptions,
  Clusters: clustersOptions,
  "Metadata of mementos": {},
  "Exit status": exitStatusOptions,
  Running: runningOptions,
  Messages: messagesOptions,
} as const satisfies Readonly<Record<string, Readonly<Record<string, OptionDefinition>>>>;

type OptionTable = typeof table;
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Options = Intersection<OptionTable[keyof OptionTable]>;

type OptionValue<O> = O extends { readonly parse: (...text: never[]) => infer Parsed }
  ? ListIfRepeated<O, Awaited<Parsed>>
  : O extends { readonly flags: `${string}<${string}` }
    ? ListIfRepeated<O, O extends { readonly choices: readonly (infer Word)[] } ? Word : string>
    : O extends { readonly value: infer Value }
      ? Value
      : O extends { readonly flags: `--no-${string}` }
        ? false
        : true;
type ListIfRepeated<O, Value> = O extends { readonly repeats: true } ? readonly Value[] : Value;

type KeyOf<Name extends CommandName> = {
  [Key in keyof Options]: Name extends Options[Key]["of"][number] ? Key : never;
}[keyof Options];

/** Commands that accept the settings of runs. */
type TakesSettings = (typeof RUNS)[number] | "cluster" | "fragments" | "collect";

/** Values of a command's options: the ones given, and the ones with a default. */
export type Values<Name extends CommandName> = OwnValues<Name> &
  (Name extends TakesSettings ? { readonly [Key in SettingKey]: SettingsChoices[Key] } : unknown);

type OwnValues<Name extends CommandName> = {
  readonly [Key in KeyOf<Name>]:
    | OptionValue<Options[Key]>
    | (Options[Key] extends { readonly default: string } ? never : undefined);
};

/** Options by heading of help, including those for settings of runs. */
export const optionGroups: Readonly<Record<string, OptionGroup>> = Object.fromEntries(
  Object.entries(table).map(([heading, group]) => {
    const ofSettings = settingOptions(heading);
    // Under Output the files come first, then the options about their contents.
    const isOutput = heading === "Output";
    return [heading, isOutput ? { ...group, ...ofSettings } : { ...ofSettings, ...group }];
  }),
);

const all: readonly (readonly [key: string, option: OptionDefinition])[] = Object.values(
  optionGroups,
).flatMap((group) => Object.entries(group));

/** Returns the options of a command with their keys, in the order of the table. */
export const optionsOf = (
  command: CommandName,
): readonly (readonly [key: string, option: OptionDefinition])[] =>
  all.filter(([, option]) => option.of.includes(command));

export const commandsWith = (flag: string): readonly CommandName[] =>
  all.find(([, { flags }]) => flags.split(/[ ,]+/u).includes(flag))?.[1].of ?? [];

/** Returns the flags of an option with its argument, as help shows them. */
export const flagsText = ({ alias, flags }: OptionDefinition): string =>
  alias === undefined ? flags : `${alias}, ${flags}`;

/** Returns the names of an option in a configuration file: its long flags without dashes, the current one last. */
export const namesOf = ({ flags }: OptionDefinition): readonly string[] =>
  [...flags.matchAll(/--([a-z][a-z\d_-]*)/gu)].map(([, name = ""]) => name);

export const settingName = (option: OptionDefinition): string => namesOf(option).at(-1) ?? "";

/** Returns whether an option is only given with `--set`, because its flag is for old scripts. */
export const isOnlySetting = ({ setting, takes }: OptionDefinition): boolean =>
  setting === true && takes === undefined;

/** Returns the name of an option in messages: `--set NAME` for a setting, else its shortest flag. */
export const flagOf = (option: OptionDefinition): string =>
  option.setting === true
    ? `--set ${settingName(option)}`
    : (option.alias ?? option.flags.split(/[ ,]/u)[0]!);

/** Every setting with its key, in alphabetical order. */
export const settings: readonly (readonly [key: string, option: OptionDefinition])[] = all
  .filter(([, { setting }]) => setting === true)
  .sort(([, one], [, other]) => (settingName(one) < settingName(other) ? -1 : 1));

/** Two-letter flags with the long flags that they abbreviate. */
export const twoLetterFlags: ReadonlyMap<string, string> = new Map(
  all.flatMap(([, { alias, flags }]) =>
    alias === undefined ? [] : [[alias, flags.split(" ")[0]!]],
  ),
);

/** Returns the values that a command line gives for a flag. */
export const valuesOf = (flag: string, argv: readonly string[]): string[] =>
  argv.flatMap((word, at) => {
    if (word.startsWith(`${flag}=`)) return [word.slice(flag.length + 1)];
    const next = argv[at + 1];
    return word === flag && next !== undefined ? [next] : [];
  });
