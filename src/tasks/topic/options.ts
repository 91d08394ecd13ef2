import { under } from "../../base/option.js";
import { parseDecimal, whole } from "../../base/value-kinds.js";
import { linesIn } from "../../command/option-values.js";

/* Options of the commands that make a topic. */

export const coreListOption = under("Input", {
  coreList: {
    flags: "--core-list <file>",
    rare: true,
    reads: true,
    parse: linesIn,
    help: "core documents (for fit: URI-Ms), one a line, as --ontopic-file writes them",
    excludes: ["topic", "makes a topic, and --topic is one that is there already: give one."],
  },
});

const NEEDS_NO_TOPIC = [
  "topic",
  "is about making a topic, and --topic is one that is there already. Give one of them.",
] as const;

export const topicBuildOptions = under("Topic of the collection", {
  elements: {
    flags: "--elements <n>",
    rare: true,
    harmless: true,
    parse: whole(1),
    otherwise: 100,
    help: "maximum number of terms, and of collocations of two and three words",
    excludes: NEEDS_NO_TOPIC,
  },
  recognise: {
    flags: "--recognise <share>",
    rare: true,
    harmless: true,
    parse: parseDecimal,
    help: "share of the core that each measure recognises, e.g. 0.65",
    excludes: NEEDS_NO_TOPIC,
  },
  coverage: {
    flags: "--coverage <share>",
    rare: true,
    harmless: true,
    parse: parseDecimal,
    help: "share of the core that the measures recognise together",
    otherwise: "0.98; for a core that nobody chose 0.9",
    excludes: NEEDS_NO_TOPIC,
  },
  coreMementos: {
    flags: "--core-mementos <n>",
    rare: true,
    harmless: true,
    parse: whole(1),
    help: "maximum number of core mementos of one TimeMap; the first ones are used",
    otherwise: "3; for a given core 20",
    excludes: NEEDS_NO_TOPIC,
  },
  variableAfter: {
    flags: "--variable-after <n>",
    rare: true,
    harmless: true,
    parse: whole(1),
    help: "learn a variable part again after this number of accepted documents",
    otherwise: "none",
  },
  randomSeed: {
    flags: "--random-seed <n>",
    rare: true,
    harmless: true,
    parse: whole(0),
    otherwise: 1,
    help: "seed of the random choices for the variable part",
    needs: ["variableAfter", "is about the variable part"],
  },
});
