import { type ListOfExtensions, setExtensions } from "../run/extensions/load.js";
import { setExtensionSettings } from "../score/settings/run-settings.js";
import { extensionSettings } from "./settings.js";

/** The extensions of this package by name, which is that of their folder. Their code is loaded when a run needs it. */
export const extensions: ListOfExtensions = {
  alerts: async () => (await import("./alerts/index.js")).default,
  density: async () => (await import("./density/index.js")).default,
  lab: async () => (await import("./lab/index.js")).default,
  otmt: async () => (await import("./otmt/index.js")).default,
  pictures: async () => (await import("./pictures/index.js")).default,
  soft404: async () => (await import("./soft404/index.js")).default,
  structure: async () => (await import("./structure/index.js")).default,
  tables: async () => (await import("./tables/index.js")).default,
  topic: async () => (await import("./topic/index.js")).default,
};

/** Tells the layers of all extensions. Each entry of the program and of its threads calls this before anything else. */
export function offerExtensions(): void {
  setExtensions(extensions);
  setExtensionSettings(extensionSettings);
}
