import { defineExtension } from "../../run/plugins/define-extension.js";
import { topic } from "./evidence.js";
import { topicSettings } from "./settings.js";

export default defineExtension({
  name: "topic",
  summary: "Compares mementos with the topic of their collection, and collects pages of it.",
  commands: {
    topic: async () => (await import("./command.js")).topicCommand,
    fit: async () => (await import("./command.js")).fitCommand,
    collect: async () => (await import("./collect/command.js")).collectCommand,
  },
  settings: topicSettings,
  evidence: [topic],
});
