import type { Extension } from "../plugins/define-extension.js";

/** Extensions by name, with functions that load their code when a run needs it. */
export type ListOfExtensions = Readonly<Record<string, () => Promise<Extension>>>;

let extensions: ListOfExtensions = {};

/** Tells the extensions of this package. The entry of a program does, because no layer imports an extension. */
export function setExtensions(list: ListOfExtensions): void {
  extensions = list;
}

/** Loads an extension of this package without registering its definitions, which its commands do not need. */
export const loadExtension = (name: string): Promise<Extension> | undefined => extensions[name]?.();

/** Loads extensions of this package by their names, and registers their definitions. */
export async function loadExtensions(names: readonly string[]): Promise<void> {
  // The registries are not loaded if there is no extension to load.
  if (names.length === 0) return;
  const loaded: Extension[] = [];
  for (const [name, load] of Object.entries(extensions)) {
    if (names.includes(name)) loaded.push(await load());
  }
  const [{ registerExtensions }, { registries }] = await Promise.all([
    import("./register.js"),
    import("./registries.js"),
  ]);
  registerExtensions(loaded, registries);
}
