import { extensions } from "../../extensions/index.js";
import { registerExtensions } from "./register.js";

/** Loads extensions of this package by their names, and registers their definitions. */
export async function loadExtensions(names: readonly string[]): Promise<void> {
  for (const { name, load } of extensions) {
    if (names.includes(name)) registerExtensions([await load()]);
  }
}
