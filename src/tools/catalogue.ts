import { COMMANDS } from "../cli/commands.js";
import { describeDefinitions } from "../cli/describe.js";
import { type CommandCatalogue, describeCommands } from "../command/command-catalogue.js";
import type { CommandDefinition } from "../command/define-command.js";
import { allExtensions } from "../extensions/all.js";
import { offerExtensions } from "../extensions/index.js";
import { removers } from "../page/boilerplate/index.js";
import { features } from "../page/features/index.js";
import { inputs } from "../read/inputs/index.js";
import { writers } from "../report/writers.js";
import { registerExtensions } from "../run/extensions/register.js";
import { registries } from "../run/extensions/registries.js";
import type { Catalogue } from "../run/plugins/catalogue.js";
import { registeredEvidence as evidence } from "../score/evidence/collection-evidence.js";
import { measures } from "../score/measures/index.js";

offerExtensions();

export function wholeCatalogue(): Catalogue {
  registerExtensions(allExtensions, registries);
  const settings = allExtensions.flatMap(({ name, settings: own }) =>
    Object.keys(own).map((keyword) => ({ keyword, extension: name })),
  );
  return {
    ...describeDefinitions({ measures, features, inputs, writers, removers, evidence }),
    settings,
    extensions: allExtensions.map(({ name, summary }) => ({ name, summary })),
  };
}

/** Returns the catalogue of all commands of this package, those of its extensions last. */
export async function wholeCommandCatalogue(): Promise<CommandCatalogue> {
  const own = allExtensions.flatMap(({ name, commands }) =>
    Object.entries(commands).map(([command, load]) => ({ name, command, load })),
  );
  const core = await Promise.all([...COMMANDS.values()].map((load) => load()));
  const ofExtensions = await Promise.all(own.map(({ load }) => load()));
  return describeCommands(
    [...core, ...(ofExtensions as CommandDefinition[])],
    new Map(own.map(({ name, command }) => [command, name])),
  );
}
