import { option, under } from "../../base/option.js";
import { parseDecimal, whole } from "../../base/value-kinds.js";
import { linesIn } from "../../command/option-values.js";

/* Options of the commands that make a topic. */

export const coreListOption = under("Input", {
  coreList: option(
    "--core-list <file>",
    "core documents (for fit: URI-Ms), one a line, as --ontopic-file writes them",
    { rare: true, reads: true, parse: linesIn },
  ),
});

export const topicBuildOptions = under("Topic of the collection", {
  elements: option(
    "--elements <n>",
    "maximum number of terms, and of collocations of two and three words",
    { rare: true, parse: whole(1), otherwise: 100 },
  ),
  recognise: option(
    "--recognise <share>",
    "share of the core that each measure recognises, e.g. 0.65",
    { rare: true, parse: parseDecimal },
  ),
  coverage: option("--coverage <share>", "share of the core that the measures recognise together", {
    rare: true,
    parse: parseDecimal,
    otherwise: "0.98; for a core that nobody chose 0.9",
  }),
  coreMementos: option(
    "--core-mementos <n>",
    "maximum number of core mementos of one TimeMap; the first ones are used",
    { rare: true, parse: whole(1), otherwise: "3; for a given core 20" },
  ),
});
