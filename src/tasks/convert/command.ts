import { UsageError } from "../../base/errors.js";
import { resultOptions } from "../../command/options/output.js";
import { messageOptions, pluginsOption } from "../../command/options/running.js";
import { loadExtensions } from "../../run/extensions/load.js";
import { extensionsOfMeasures } from "../../run/extensions/named.js";
import type { Result } from "../../write/types.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { overriddenResults, SAVED } from "../../command/overridden-results.js";
import { resultOf, settingsOf } from "../../command/saved-run.js";
import { chooseOutputs, withResultOutputs, writeResults } from "../../command/write-results.js";

const options = { ...resultOptions, ...pluginsOption, ...messageOptions } as const;

export const convertCommand: CommandDefinition = defineCommand({
  name: "convert",
  group: "use",
  summary: "Write saved results in another form.",
  description:
    "Write results in another form, as the run would have written them. Several files are parts of one run. What the file does not have is left out: only " +
    "JSON Lines (-ot jsonl) have everything.",
  words: [["<results...>", SAVED]],
  examples: [
    "detect_off_topic convert out.jsonl -ot csv -o out.csv",
    "detect_off_topic convert out.jsonl -ot text --only off-topic",
    "detect_off_topic convert out.jsonl --overrides decisions.tsv -ot jsonl -o decided.jsonl",
  ],
  options,
  async run({ values, inOrder, words: files, log }) {
    const outputs = chooseOutputs(inOrder, { otherwise: "text" });
    if (outputs.some(({ writer }) => writer.keyword === "html")) {
      throw new UsageError(
        "convert writes no reports: give detect_off_topic report RESULTS -o FILE.html.",
      );
    }
    const { run, timeMapProblems, mementos } = await overriddenResults(files, values, log);
    // JSON Lines say how each measure has prepared its words, which its definition tells.
    await loadExtensions(extensionsOfMeasures(run?.choices.map(({ keyword }) => keyword) ?? []));
    // An empty file of results has no settings to show.
    const isEmpty = mementos.length + timeMapProblems.length === 0;
    const settings = settingsOf(run, files.join(", "), isEmpty ? [] : outputs);
    async function* results(): AsyncGenerator<Result> {
      for (const problem of timeMapProblems) yield await Promise.resolve(problem);
      for (const memento of mementos) yield resultOf(memento);
    }
    await withResultOutputs(outputs, (files) =>
      writeResults(outputs, files, { ...values, results: results(), settings }),
    );
  },
});
