import { defineExtension } from "../../run/plugins/define-extension.js";
import { soft404 } from "./evidence.js";
import { soft404Settings } from "./settings.js";

export default defineExtension({
  name: "soft404",
  summary: "Finds soft 404s and traps in a crawl, and calls them off-topic.",
  commands: { soft404: async () => (await import("./command.js")).soft404Command },
  settings: soft404Settings,
  evidence: [soft404],
});
