import type { BoilerplateRemover } from "../../page/types.js";
import { contentText } from "./fragments.js";
import { chosenDensityOptions, formatDensityOptions, parseDensityOptions } from "./options.js";

export const density: BoilerplateRemover = {
  keyword: "density",
  title: "Densitometric fragmentation",
  summary:
    "Cuts the page into fragments of about equal text density and keeps those that are dense or next to dense " +
    "ones, are not mostly links, and are not far from the others. --set fusion, --set vmax and --set wrap control how it is cut; `fragments` shows a page's fragments.",
  removes: true,
  optionsOf: (choices) => formatDensityOptions(chosenDensityOptions(choices)),
  extract: (page, _language, options = "") => contentText(page.html, parseDensityOptions(options)),
};
