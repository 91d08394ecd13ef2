import { commandCatalogue } from "../command/command-catalogue.js";
import type { CommandDefinition } from "../command/define-command.js";
import { loadExtension } from "../run/extensions/load.js";

type Load = () => Promise<CommandDefinition>;

/** The commands of the core by name, in the order of help. A run loads only the one that it uses. */
export const COMMANDS: ReadonlyMap<string, Load> = new Map<string, Load>([
  ["detect", async () => (await import("../tasks/detect/command.js")).detectCommand],
  ["list", async () => (await import("./list.js")).listCommand],
  ["completion", async () => (await import("./completion.js")).completionCommand],
  ["map", async () => (await import("../tasks/map-reduce/command.js")).mapCommand],
  ["resolve", async () => (await import("../tasks/map-reduce/command.js")).resolveCommand],
  ["reduce", async () => (await import("../tasks/map-reduce/command.js")).reduceCommand],
  ["compare", async () => (await import("../tasks/compare/command.js")).compareCommand],
  ["convert", async () => (await import("../tasks/convert/command.js")).convertCommand],
  ["review", async () => (await import("../tasks/review/command.js")).reviewCommand],
  ["filter", async () => (await import("../tasks/filter/command.js")).filterCommand],
  ["report", async () => (await import("../tasks/report/command.js")).reportCommand],
]);

export async function loadCommand(name: string): Promise<CommandDefinition | undefined> {
  const command = await COMMANDS.get(name)?.();
  if (command !== undefined) return command;
  const listed = commandCatalogue().commands.find((each) => each.name === name);
  if (listed?.extension === undefined) return undefined;
  const extension = await loadExtension(listed.extension);
  return (await extension?.commands[name]?.()) as CommandDefinition | undefined;
}
