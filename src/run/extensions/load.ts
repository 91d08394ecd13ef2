import { extensions } from "../../extensions/index.js";
import type { Extension } from "../plugins/define-extension.js";

/** Loads an extension of this package without registering its definitions, which its commands do not need. */
export const loadExtension = (name: string): Promise<Extension> | undefined => extensions[name]?.();

/** Loads extensions of this package by their names, registers their definitions, and returns them. */
export async function loadExtensions(names: readonly string[]): Promise<readonly Extension[]> {
  const loaded: Extension[] = [];
  for (const [name, load] of Object.entries(extensions)) {
    if (names.includes(name)) loaded.push(await load());
  }
  const [{ registerExtensions }, { registries }] = await Promise.all([
    import("./register.js"),
    import("./registries.js"),
  ]);
  registerExtensions(loaded, registries);
  return loaded;
}
