import { COMMANDS_FILE, HEADINGS, type NamedOption, settingName } from "../base/option.js";
import { readMadeData } from "../base/platform/data.js";
import type { CommandDefinition } from "./define-command.js";

/*
 * The catalogue of all commands and their options without their code. Help, lists, completion, the configuration file
 * and messages about mistakes read it, so that they load no command. The build makes it from the definitions.
 */

/** The main command is called `detect`. */
export interface ListedCommand extends Pick<CommandDefinition, "name" | "group" | "summary"> {
  /** Name of the extension of this package that has the command. */
  readonly extension?: string;
}

/** An option without its parser. Commands that take the same option share an entry. */
export interface ListedOption extends NamedOption {
  /** The commands that take the option, by name. */
  readonly of: readonly string[];
}

export interface CommandCatalogue {
  readonly commands: readonly ListedCommand[];
  readonly options: readonly ListedOption[];
}

/** `extensions` has the names of extensions by the commands that they own. */
export function describeCommands(
  definitions: readonly CommandDefinition[],
  extensions: ReadonlyMap<string, string> = new Map(),
): CommandCatalogue {
  const found = new Map<string, ListedOption & { readonly of: string[] }>();
  for (const { name, options } of definitions) {
    for (const [key, { parse: _, ...option }] of Object.entries(options)) {
      const identity = JSON.stringify([key, option]);
      const listed = found.get(identity);
      if (listed === undefined) found.set(identity, { key, of: [name], ...option });
      else listed.of.push(name);
    }
  }
  const known: readonly string[] = HEADINGS;
  const headings = [...known, ...Array.from(found.values(), ({ heading = "" }) => heading)];
  return {
    commands: definitions.map(({ name, group, summary }) => {
      const extension = extensions.get(name);
      return { name, group, summary, ...(extension !== undefined && { extension }) };
    }),
    options: [...found.values()].sort(
      (one, other) => headings.indexOf(one.heading ?? "") - headings.indexOf(other.heading ?? ""),
    ),
  };
}

let ownCommands: CommandCatalogue | undefined;

/** Returns the catalogue of all commands, under the headings of help in their order. */
export const commandCatalogue = (): CommandCatalogue =>
  (ownCommands ??= readMadeData(COMMANDS_FILE) as CommandCatalogue);

/** Returns the options of a command, under their headings in the order of help. */
export const optionsOf = (command: string): readonly ListedOption[] =>
  commandCatalogue().options.filter(({ of }) => of.includes(command));

export const commandsWith = (flag: string): readonly string[] =>
  commandCatalogue().options.flatMap(({ flags, of }) =>
    flags.split(/[ ,]+/u).includes(flag) ? of : [],
  );

/** Returns every setting, in alphabetical order. */
export const listedSettings = (): readonly ListedOption[] =>
  commandCatalogue()
    .options.filter(({ rare }) => rare === true)
    .sort((one, other) => (settingName(one) < settingName(other) ? -1 : 1));

/** Returns two-letter flags with the long flags that they abbreviate. */
export const twoLetterFlags = (): ReadonlyMap<string, string> =>
  new Map(
    commandCatalogue().options.flatMap(({ alias, flags }) =>
      alias === undefined ? [] : [[alias, flags.split(" ")[0]!]],
    ),
  );
