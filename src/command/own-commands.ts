import { UsageError } from "../base/errors.js";
import { Failed } from "../base/failures.js";
import type { OptionGroup } from "../base/option.js";
import type { PluginCommand } from "../run/plugins/load.js";
import { addCommands, commandCatalogue } from "./command-catalogue.js";
import { type CommandDefinition, groups } from "./define-command.js";
import { pluginsOption } from "./options/running.js";

/* Commands of plug-ins. */

const own = new Map<string, CommandDefinition>();

export const ownCommand = (name: string): CommandDefinition | undefined => own.get(name);

/** Throws a `UsageError` for a name that is taken and for a value that is no command. */
export async function registerCommands(commands: readonly PluginCommand[]): Promise<void> {
  for (const { plugin, name, load } of commands) {
    const definition = await loaded(plugin, name, load);
    if (commandCatalogue().commands.some((each) => each.name === name)) {
      throw new UsageError(`there is a command "${name}" already: give your own another name.`);
    }
    const command: CommandDefinition = {
      ...definition,
      // A command of a plug-in is only there if the plug-in is given.
      options: { ...definition.options, ...pluginsOption },
      run: (context) => guarded(plugin, definition, context),
    };
    own.set(name, command);
    addCommands([command]);
  }
}

async function loaded(
  plugin: string,
  name: string,
  load: () => unknown,
): Promise<CommandDefinition> {
  let command: unknown;
  try {
    command = await load();
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new Failed(`command ${name} (${plugin})`, cause);
  }
  if (isCommand(command) && command.name === name) return command;
  throw new UsageError(
    `--plugin ${plugin}: "${name}" is no command of this name. Return the result of defineCommand({ name: "${name}", group, summary, description, options, run }).`,
  );
}

const isCommand = (value: unknown): value is CommandDefinition => {
  if (typeof value !== "object" || value === null) return false;
  const { name, group, summary, description, options, run } = value as Partial<CommandDefinition>;
  return (
    [name, summary, description].every((text) => typeof text === "string") &&
    groups.some((each) => each.name === group) &&
    isOptions(options) &&
    typeof run === "function"
  );
};

const isOptions = (options: unknown): options is OptionGroup =>
  typeof options === "object" &&
  options !== null &&
  Object.values(options).every(
    (option: unknown) =>
      typeof option === "object" &&
      option !== null &&
      ["flags", "help"].every((name) => typeof Reflect.get(option, name) === "string"),
  );

/** An error that is no mistake of the user is told as a failure of the plug-in. */
async function guarded(
  plugin: string,
  definition: CommandDefinition,
  context: Parameters<CommandDefinition["run"]>[0],
): Promise<number | undefined> {
  try {
    return await definition.run(context);
  } catch (cause) {
    context.signal.throwIfAborted();
    if (cause instanceof UsageError) throw cause;
    throw new Failed(`command ${definition.name} (${plugin})`, cause);
  }
}
