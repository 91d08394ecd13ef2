import { UsageError } from "../base/errors.js";
import { Failed } from "../base/failures.js";
import { isObject } from "../base/json.js";
import type { OptionDefinition } from "../base/option.js";
import { requireOption } from "../run/plugins/own-options.js";
import type { PluginCommand } from "../run/plugins/load.js";
import { addCommands, commandCatalogue } from "./command-catalogue.js";
import { type CommandDefinition, type CommandEnd, groups } from "./define-command.js";
import { configOption, pluginsOption } from "./options/running.js";

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
  const wrong = mistakeIn(command, name, plugin);
  if (wrong === undefined) return command as CommandDefinition;
  throw new UsageError(
    `--plugin ${plugin}: ${wrong}. Return the result of defineCommand({ name: "${name}", group, summary, description, options, run }).`,
  );
}

/** Returns why a value is not the command of this name. Throws a `UsageError` for an invalid option. */
function mistakeIn(command: unknown, name: string, plugin: string): string | undefined {
  if (!isObject(command) || command["name"] !== name) return `"${name}" is no command of this name`;
  const { group, summary, description, options, run } = command;
  const names = groups.map((each) => each.name);
  if (!names.some((each) => each === group)) {
    return `command "${name}" is in no group of help. Its group is one of ${names.join(", ")}`;
  }
  const parts = { summary, description };
  const [lacking] = Object.entries(parts).find(([, text]) => typeof text !== "string") ?? [];
  if (lacking !== undefined) return `command "${name}" lacks its ${lacking}`;
  if (typeof run !== "function") return `command "${name}" lacks its function run`;
  if (!isObject(options)) return `command "${name}" lacks its options, which may be {}`;
  for (const [key, option] of Object.entries(options)) {
    requireOption(`--plugin ${plugin}: option "${key}" of command "${name}"`, option);
  }
  const all = { ...options, ...configOption, ...pluginsOption } as Record<string, OptionDefinition>;
  const flags = ["-h", "--help", ...Object.values(all).flatMap(flagsIn)];
  const twice = flags.find((flag, at) => flags.indexOf(flag) < at);
  if (twice === undefined) return undefined;
  return `command "${name}" has ${twice} twice. Every command has --help, --config and --plugin`;
}

const flagsIn = ({ flags }: OptionDefinition): readonly string[] =>
  flags.replace(/ <.*/u, "").split(", ");

/** An error that is no mistake of the user is told as a failure of the plug-in. */
async function guarded(
  plugin: string,
  definition: CommandDefinition,
  context: Parameters<CommandDefinition["run"]>[0],
): Promise<CommandEnd> {
  try {
    return await definition.run(context);
  } catch (cause) {
    context.signal.throwIfAborted();
    if (cause instanceof UsageError) throw cause;
    throw new Failed(`command ${definition.name} (${plugin})`, cause);
  }
}
