import type { Extension } from "../run/plugins/define-extension.js";
import alerts from "./alerts/index.js";
import density from "./density/index.js";
import lab from "./lab/index.js";
import otmt from "./otmt/index.js";
import pictures from "./pictures/index.js";
import soft404 from "./soft404/index.js";
import structure from "./structure/index.js";
import tables from "./tables/index.js";
import topic from "./topic/index.js";

/** The extensions of this package with their code, for programs that need all definitions at once. */
export const allExtensions: readonly Extension[] = [
  alerts,
  density,
  lab,
  otmt,
  pictures,
  soft404,
  structure,
  tables,
  topic,
];
