import { defineExtension } from "../../run/plugins/define-extension.js";
import { structureSettings } from "./settings.js";
import { domTree } from "./dom-tree.js";
import { structureStyle } from "./structure-style.js";
import { structure } from "./structure.js";
import { style } from "./style.js";

export default defineExtension({
  name: "structure",
  summary: "Compares the elements and the CSS classes of pages.",
  commands: { cluster: async () => (await import("./clusters/command.js")).clusterCommand },
  settings: structureSettings,
  measures: [structure, structureStyle, style],
  features: [domTree],
});
