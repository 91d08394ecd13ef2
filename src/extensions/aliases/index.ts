import { defineExtension } from "../../run/plugins/define-extension.js";
import { canonicalLink } from "./canonical.js";
import { aliases } from "./evidence.js";
import { aliasSettings } from "./settings.js";

export default defineExtension({
  name: "aliases",
  summary: "Joins the TimeMaps of a page that has moved to other addresses.",
  settings: aliasSettings,
  features: [canonicalLink],
  evidence: [aliases],
});
