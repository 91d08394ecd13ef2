import { removers } from "../../page/boilerplate/index.js";
import { features } from "../../page/features/index.js";
import { inputs } from "../../read/inputs/index.js";
import { measures } from "../../score/measures/index.js";
import { registeredWriters } from "../../write/registry.js";
import type { PluginModule } from "../../base/types.js";
import type { Extension } from "../plugins/define-extension.js";

interface Definition {
  readonly keyword: string;
  readonly plugin?: PluginModule;
}

const registered = new Set<string>();

const origins = new WeakMap<Definition, string>();

/**
 * Adds the definitions of extensions of this package to the registries, each at its place in the order of keywords, so
 * that lists and messages do not depend on when an extension was loaded. Registers an extension only once.
 */
export function registerExtensions(extensions: readonly Extension[]): void {
  for (const extension of extensions) {
    const { name } = extension;
    if (registered.has(name)) continue;
    registered.add(name);
    add(measures, extension.measures, name);
    add(features, extension.features, name);
    add(inputs, extension.inputs, name);
    add(removers, extension.removers, name);
    add(registeredWriters, extension.writers, name);
  }
}

export const originOf = (definition: Definition): string | undefined => origins.get(definition);

export const originsOf = (definitions: readonly Definition[]): string[] => [
  ...new Set(definitions.flatMap((definition) => originOf(definition) ?? [])),
];

/** Definitions of plug-ins stay behind all others, in the order in which they were loaded. */
function add<T extends Definition>(registry: T[], own: readonly T[], name: string): void {
  for (const definition of own) {
    const { keyword } = definition;
    const next = registry.findIndex(
      (other) => other.plugin !== undefined || other.keyword > keyword,
    );
    registry.splice(next < 0 ? registry.length : next, 0, definition);
    origins.set(definition, name);
  }
}
