import { drawSample } from "../evaluate/draw.js";
import { formatDecisions } from "../results/decisions.js";
import { readResults } from "../results/read-results.js";
import { defineCommand, type MakeCommand } from "./define-command.js";
import { withOutput } from "./output.js";

/** `sample`: mementos worth a look. */
export const sampleCommand: MakeCommand = defineCommand({
  name: "sample",
  summary: "Draw mementos that are worth labelling.",
  description:
    "Draw mementos of saved results as a file of decisions (docs/review.md) without labels, with the probability with " +
    "which each was drawn. Labelled, it shows evaluate how many off-topic mementos have passed. The same seed draws the same.",
  words: [["<results>", "results as JSON or JSON Lines; - for standard input"]],
  examples: [
    "detect_off_topic sample run.jsonl --draw 60 --only on-topic -o decisions.tsv",
    "detect_off_topic sample run.jsonl --draw 100 --by kind --random-seed 7",
  ],
  async run({ values, words: [file = ""], log }) {
    const { output, draw, drawBy, drawSeed, verdict } = values;
    const results = await readResults(file);
    const drawn = drawSample(results, { count: draw, by: drawBy, seed: drawSeed, only: verdict });
    await withOutput(output, ({ write }) => write(formatDecisions(drawn)));
    if (drawn.length < draw) log.info(`drawn: ${drawn.length}, for there are no more.`);
  },
});
