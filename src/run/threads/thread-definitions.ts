import { loadExtensions } from "../extensions/load.js";
import type { Registries } from "../extensions/register.js";

/** Definitions that a thread loads before its first question. They are names, because functions cannot be sent in a message. */
export interface ThreadDefinitions {
  /** Modules of plug-ins. */
  readonly plugins?: readonly string[];
  /** Extensions of this package, by name. */
  readonly extensions?: readonly string[];
}

/** Adds the definitions of plug-ins to lists of a thread, and registers those of extensions. */
export async function loadInThread(
  { plugins = [], extensions = [] }: ThreadDefinitions,
  lists: Partial<Pick<Registries, "measures" | "features" | "removers">>,
): Promise<void> {
  await loadExtensions(extensions);
  if (plugins.length === 0) return;
  const { loadPlugins } = await import("../plugins/load.js");
  const own = await loadPlugins(plugins);
  lists.measures?.push(...own.measures);
  lists.features?.push(...own.features);
  lists.removers?.push(...own.removers);
}
