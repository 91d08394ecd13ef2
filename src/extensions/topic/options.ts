import { option, under } from "../../base/option.js";
import { parseDecimal, whole } from "../../base/value-kinds.js";
import { linesIn } from "../../command/option-values.js";

/* Options of the commands that make a topic. */

export const coreListOption = under("Input", {
  coreList: option(
    "--core-list <file>",
    "core documents (for fit: URI-Ms), one a line, as --ontopic-file writes them",
    {
      rare: true,
      reads: true,
      parse: linesIn,
      excludes: ["topic", "makes a topic, and --topic is one that is there already: give one."],
    },
  ),
});

const NEEDS_NO_TOPIC = [
  "topic",
  "is about making a topic, and --topic is one that is there already. Give one of them.",
] as const;

export const topicBuildOptions = under("Topic of the collection", {
  elements: option(
    "--elements <n>",
    "maximum number of terms, and of collocations of two and three words",
    { rare: true, harmless: true, parse: whole(1), otherwise: 100, excludes: NEEDS_NO_TOPIC },
  ),
  recognise: option(
    "--recognise <share>",
    "share of the core that each measure recognises, e.g. 0.65",
    { rare: true, harmless: true, parse: parseDecimal, excludes: NEEDS_NO_TOPIC },
  ),
  coverage: option("--coverage <share>", "share of the core that the measures recognise together", {
    rare: true,
    harmless: true,
    parse: parseDecimal,
    otherwise: "0.98; for a core that nobody chose 0.9",
    excludes: NEEDS_NO_TOPIC,
  }),
  coreMementos: option(
    "--core-mementos <n>",
    "maximum number of core mementos of one TimeMap; the first ones are used",
    {
      rare: true,
      harmless: true,
      parse: whole(1),
      otherwise: "3; for a given core 20",
      excludes: NEEDS_NO_TOPIC,
    },
  ),
});
