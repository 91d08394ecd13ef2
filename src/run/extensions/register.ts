import type { PluginModule } from "../../base/types.js";
import type { BoilerplateRemover, Feature } from "../../page/types.js";
import type { Input } from "../../read/types.js";
import type { CollectionEvidence } from "../../score/evidence/collection-evidence.js";
import type { Measure } from "../../score/types.js";
import type { Writer } from "../../write/types.js";
import type { Extension } from "../plugins/define-extension.js";

interface Definition {
  readonly keyword: string;
  readonly plugin?: PluginModule;
}

/** The lists of definitions of a program. The page for browsers has fewer inputs and writers than the command. */
export interface Registries {
  readonly measures: Measure[];
  readonly features: Feature[];
  readonly inputs: Input[];
  readonly removers: BoilerplateRemover[];
  readonly writers: Writer[];
  readonly evidence: CollectionEvidence[];
}

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
    add(registries.measures, extension.measures, name);
    add(registries.features, extension.features, name);
    add(registries.inputs, extension.inputs, name);
    add(registries.removers, extension.removers, name);
    add(registries.writers, extension.writers, name);
    add(registries.evidence, extension.evidence, name);
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
