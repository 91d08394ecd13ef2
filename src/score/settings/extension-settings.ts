import type { ExtensionSettings } from "../../extensions/settings.js";

let settings: ExtensionSettings | undefined;

/** Tells the settings that extensions add. The entry of a program does, because no layer imports an extension. */
export function setExtensionSettings(all: ExtensionSettings): void {
  settings = all;
}

/** Returns the settings of runs that extensions of this package add. */
export function extensionSettings(): ExtensionSettings {
  if (settings === undefined) throw new Error("offerExtensions is called before settings are read");
  return settings;
}
