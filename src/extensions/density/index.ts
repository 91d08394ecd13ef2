import { defineExtension } from "../../run/plugins/define-extension.js";
import { density } from "./density.js";
import { densitySettings } from "./settings.js";

export default defineExtension({
  name: "density",
  summary: "Cuts pages into fragments by text density, and keeps those that are content.",
  commands: { fragments: async () => (await import("./command.js")).fragmentsCommand },
  settings: densitySettings,
  removers: [density],
});
