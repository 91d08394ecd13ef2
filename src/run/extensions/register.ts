import type { PluginModule } from "../../base/types.js";
import type { Extension } from "../plugins/define-extension.js";

interface Definition {
  readonly keyword: string;
  readonly plugin?: PluginModule;
}

const KINDS = ["measures", "features", "inputs", "removers", "writers", "evidence"] as const;
type Kind = (typeof KINDS)[number];

/** The lists of definitions of a program. The page for browsers has fewer inputs and writers than the command. */
export type Registries = { readonly [K in Kind]: Extension[K][number][] };

const registered = new Set<string>();

const origins = new WeakMap<Definition, string>();

/**
 * Adds the definitions of extensions of this package to the registries, each at its place in the order of keywords, so
 * that lists and messages do not depend on when an extension was loaded. Registers an extension only once.
 */
export function registerExtensions(extensions: readonly Extension[], registries: Registries): void {
  for (const extension of extensions) {
    const { name } = extension;
    if (registered.has(name)) continue;
    registered.add(name);
    for (const kind of KINDS) {
      add(registries[kind], extension[kind], name);
    }
  }
}

export const originOf = (definition: Definition): string | undefined => origins.get(definition);

export const originsOf = (definitions: readonly Definition[]): string[] => [
  ...new Set(definitions.flatMap((definition) => originOf(definition) ?? [])),
];

/** Definitions of plug-ins stay behind all others, in the order in which they were loaded. */
function add(registry: Definition[], own: readonly Definition[], name: string): void {
  for (const definition of own) {
    const { keyword } = definition;
    const next = registry.findIndex(
      (other) => other.plugin !== undefined || other.keyword > keyword,
    );
    registry.splice(next < 0 ? registry.length : next, 0, definition);
    origins.set(definition, name);
  }
}
