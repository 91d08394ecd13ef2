// Generated from the folders beside it by `npm run generate`: do not edit.
import type { ListedExtension } from "../run/plugins/define-extension.js";

/** The extensions of this package. Their code is loaded when a run needs it. */
export const extensions: readonly ListedExtension[] = [
  {
    name: "alerts",
    summary: "Tells feed readers and CI servers which seeds are off-topic now.",
    load: async () => (await import("./alerts/index.js")).default,
  },
  {
    name: "soft404",
    summary: "Finds soft 404s and traps in a crawl, and calls them off-topic.",
    load: async () => (await import("./soft404/index.js")).default,
  },
  {
    name: "structure",
    summary: "Compares the elements and the CSS classes of pages.",
    load: async () => (await import("./structure/index.js")).default,
  },
  {
    name: "tables",
    summary: "Writes results as tables for data frames and databases.",
    load: async () => (await import("./tables/index.js")).default,
  },
  {
    name: "topic",
    summary: "Compares mementos with the topic of their collection, and collects pages of it.",
    load: async () => (await import("./topic/index.js")).default,
  },
];
