// Generated from the folders beside it by `npm run generate`: do not edit.
import type { ListedExtension } from "../run/plugins/define-extension.js";

/** The extensions of this package. Their code is loaded when a run needs it. */
export const extensions: readonly ListedExtension[] = [
  {
    name: "alerts",
    summary: "Tells CI servers which seeds are off-topic now.",
    load: async () => (await import("./alerts/index.js")).default,
  },
  {
    name: "density",
    summary: "Cuts pages into fragments by text density, and keeps those that are content.",
    load: async () => (await import("./density/index.js")).default,
  },
  {
    name: "lab",
    summary: "Measures the accuracy of results, and finds thresholds and a learned combination.",
    load: async () => (await import("./lab/index.js")).default,
  },
  {
    name: "otmt",
    summary: "Adds topic models of TimeMaps, gold standard files and the companions of OTMT.",
    load: async () => (await import("./otmt/index.js")).default,
  },
  {
    name: "pictures",
    summary: "Draws small pictures of captures.",
    load: async () => (await import("./pictures/index.js")).default,
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
