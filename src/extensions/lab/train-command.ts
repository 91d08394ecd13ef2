import { UsageError } from "../../base/errors.js";
import { option, under } from "../../base/option.js";
import { readTextFile } from "../../base/read-file.js";
import { counted } from "../../base/text.js";
import { whole } from "../../base/value-kinds.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { outputOption, STATUSES } from "../../command/options/output.js";
import { withOutput } from "../../command/output.js";
import { parseModel } from "../../score/settings/default-model.js";
import type { LearnedModel } from "../../score/settings/types.js";
import { formatDecisions } from "../../write/decisions.js";
import { readResults, type SavedResults } from "../../write/read-results.js";
import { foldsOption, resamplingOptions } from "./options.js";
import { DRAWS, drawSample } from "./draw.js";
import { type JudgedMemento, matchGold, parseGold, requireAnyMatch } from "./gold.js";
import { rates } from "./sweep.js";
import { type Trained, trainModel } from "./train.js";

export const trainCommand: CommandDefinition = defineCommand({
  name: "train",
  group: "measure",
  summary: "Refit the learned combination to your decisions.",
  description:
    "Refit the learned combination to decisions or gold data on saved results (JSON Lines of profile default). With few " +
    "labels only its bias moves; with 20 of each kind from 10 sites its weights move too, drawn to those they have. " +
    "Gains are cross-validated by site. A model that is not better is not written.",
  words: [
    ["<labels>", "a file of decisions, gold data, or a file of --overrides"],
    ["<results>", "results on which they were made, as JSON Lines"],
    ["[more...]", "further pairs of labels and results"],
  ],
  examples: [
    "detect_off_topic train decisions.tsv run.jsonl -o model.json && detect_off_topic -i warc=next.warc.gz --combine learned=model.json",
  ],
  options: { ...outputOption, ...foldsOption, ...resamplingOptions },
  async run({ values, words, log }) {
    if (words.length % 2 === 1) {
      throw new UsageError(
        `${words.at(-1)!} has no results beside it. Give pairs: labels, results, labels, results.`,
      );
    }
    await withOutput(values.output, async ({ write }) => {
      const { judged, model } = await labelledPairs(words);
      const trained = trainModel(judged, model, values);
      for (const line of linesOf(trained)) log.info(line);
      if (trained.gain.interval[0] <= 0 || trained.gainOfF1.f1 < 0) {
        throw new UsageError(
          "no model is written: these labels do not show that a refitted one is better (log loss certainly lower, " +
            "F1 not lower). Label more mementos.",
        );
      }
      await write(`${JSON.stringify(trained.model, null, 2)}\n`);
    });
  },
});

/** Throws a `UsageError` if the results come from different models. */
async function labelledPairs(
  words: readonly string[],
): Promise<{ judged: JudgedMemento[]; model: LearnedModel }> {
  let model: LearnedModel | undefined;
  const judged: JudgedMemento[] = [];
  for (let at = 0; at < words.length; at += 2) {
    const [labels, file] = [words[at]!, words[at + 1]!];
    const gold = parseGold(readTextFile(labels), labels);
    const results = await readResults(file);
    const asked = modelOf(results);
    if (model !== undefined && JSON.stringify(model) !== JSON.stringify(asked)) {
      throw new UsageError(
        `${file} was made with another model than ${words[1]!}. Run both with one.`,
      );
    }
    model = asked;
    const matching = matchGold(gold, results);
    requireAnyMatch(matching, gold, results);
    judged.push(...matching.judged);
  }
  return { judged, model: model! };
}

function modelOf({ file, run, mementos }: SavedResults): LearnedModel {
  const model = run?.settings.get("model");
  if (model === undefined) {
    throw new UsageError(
      `${file} was not judged by a learned combination. Give JSON Lines (-ot jsonl) of profile default.`,
    );
  }
  if (!mementos.some(({ inputs }) => inputs !== undefined)) {
    throw new UsageError(
      `${file} does not say what the model read. Run it again with this version.`,
    );
  }
  return parseModel(JSON.stringify(model), file);
}

function linesOf({ labels, biasOnly, before, after, gain, gainOfF1 }: Trained): string[] {
  const { mementos, offTopic, sites } = labels;
  const interval = ([low, high]: readonly [number, number]): string =>
    `[${low.toFixed(3)}, ${high.toFixed(3)}]`;
  const f1 = ({ counts }: Trained["before"]): string => (rates(counts).f1 ?? 1).toFixed(3);
  return [
    `${counted(mementos, "label")} of ${counted(sites, "site")}, ${offTopic} off-topic: ` +
      (biasOnly ? "only the bias is refitted" : "weights and bias are refitted"),
    `log loss: ${before.logLoss.toFixed(4)} before, ${after.logLoss.toFixed(4)} after; ` +
      `less by ${gain.logLoss.toFixed(4)} ${interval(gain.interval)}`,
    `F1: ${f1(before)} before, ${f1(after)} after; more by ${gainOfF1.f1.toFixed(3)} ${interval(gainOfF1.interval)}`,
    "cross-validated by site; in brackets where 95 of 100 samples of sites lie",
  ];
}

export const sampleCommand: CommandDefinition = defineCommand({
  name: "sample",
  group: "measure",
  summary: "Draw mementos that are worth labelling.",
  description:
    "Draw mementos of saved results as a file of decisions (docs/review.md) without labels, with the probability with " +
    "which each was drawn. Labelled, it shows evaluate how many off-topic mementos have passed. The same seed draws the same.",
  words: [["<results>", "results as JSON or JSON Lines; - for standard input"]],
  examples: [
    "detect_off_topic sample run.jsonl --draw 60 --only on-topic -o decisions.tsv",
    "detect_off_topic sample run.jsonl --draw 100 --set draw-by=kind --set random-seed=7",
  ],
  options: {
    ...outputOption,
    ...under("Output", {
      draw: option("--draw <n>", "number of mementos to draw", { parse: whole(1), default: "60" }),
      drawBy: option(
        "--by, --draw-by <way>",
        "random: each with the same probability; threshold: half of them nearest to the threshold; kind: equally many of each kind of page",
        { rare: true, harmless: true, choices: DRAWS, default: "random" },
      ),
      verdict: option("--only <status>", "draw only mementos of this status", {
        choices: STATUSES,
      }),
      drawSeed: option("--random-seed <n>", "seed of the random draw", {
        rare: true,
        harmless: true,
        parse: whole(0),
        default: "1",
      }),
    }),
  },
  async run({ values, words: [file = ""], log }) {
    const { output, draw, drawBy, drawSeed, verdict } = values;
    const results = await readResults(file);
    const drawn = drawSample(results, { count: draw, by: drawBy, seed: drawSeed, only: verdict });
    await withOutput(output, ({ write }) => write(formatDecisions(drawn)));
    if (drawn.length < draw) log.info(`drawn: ${drawn.length}. There are no more.`);
  },
});
