import type { Extension } from "../run/plugins/define-extension.js";

/** The extensions of this package by name, which is that of their folder. Their code is loaded when a run needs it. */
export const extensions: Readonly<Record<string, () => Promise<Extension>>> = {
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
