import { extensions } from "../../extensions/index.js";
import type { Extension } from "../plugins/define-extension.js";
import { registerExtensions } from "./register.js";
import { registries } from "./registries.js";

/** Loads extensions of this package by their names, registers their definitions, and returns them. */
export async function loadExtensions(names: readonly string[]): Promise<readonly Extension[]> {
  const loaded: Extension[] = [];
  for (const { name, load } of extensions) if (names.includes(name)) loaded.push(await load());
  registerExtensions(loaded, registries);
  return loaded;
}
