import { defineExtension } from "../../extend.js";
import { domTree } from "./dom-tree.js";
import { structureStyle } from "./structure-style.js";
import { structure } from "./structure.js";
import { style } from "./style.js";

export default defineExtension({
  name: "structure",
  summary: "Compares the elements and the CSS classes of pages.",
  // The table of the settings describes these. Here they say that a run which gives one needs the extension.
  settings: { structureWeight: {}, insertCost: {}, removeCost: {}, renameCost: {} },
  measures: [structure, structureStyle, style],
  features: [domTree],
});
