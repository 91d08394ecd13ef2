import { isOtmts } from "../../score/settings/profiles.js";
import { verdictOptions } from "../../command/options/settings.js";
import { option, under } from "../../base/option.js";
import { withoutLogins, withoutSignatures } from "../../read/http/access.js";
import { fetchOptions } from "../../command/options/input.js";
import { outputOption, resultOptions } from "../../command/options/output.js";
import {
  failOnOption,
  memoryOption,
  messageOptions,
  pluginsOption,
  quietOption,
  strictOption,
} from "../../command/options/running.js";
import { inputs } from "../../read/inputs/index.js";
import { mapRecords, reduceRecords, resolveRecords } from "../../run/map-reduce.js";
import { inputOfWord } from "../../run/input-choices.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import {
  exitStatus,
  requireNoHistoryRule,
  statusOf,
  statusOfFailures,
} from "../../command/exit-status.js";
import { inferredLines, summaryLines } from "../../command/summary.js";
import { detectOptions, warnOfIdleThresholds } from "../../command/run-messages.js";
import { linesOf, partitionsOption, requireReadable, withLines } from "../../command/lines.js";
import { chooseOutputs, withResultOutputs, writeResults } from "../../command/write-results.js";
import { EXCERPT } from "../../base/text.js";
import { withoutRawSimhash } from "../../score/settings/settings.js";

/** Records of `--explain` have the beginning of each text, which JSON Lines keep. */
const withTexts = <T extends { readonly explain?: boolean | undefined }>(choices: T): T =>
  choices.explain === true ? { ...choices, excerpts: EXCERPT } : choices;

/** The name of a stream is written into every record, so it keeps no login and no signature. */
const streamName = (text: string): string =>
  withoutSignatures(withoutLogins([text.trim()]).sources).sources[0]!;

const whatIsWritten = (output: string | readonly string[] | undefined): string =>
  output === undefined ? "its output is not whole" : "no output file was written";

const mapOptions = {
  ...fetchOptions,
  ...under("Input", {
    streamName: option(
      "--name, --stream-name <uri>",
      "name of standard input (-) in the records: the URI or path of the file that is piped",
      { rare: true, parse: streamName },
    ),
  }),
  ...outputOption,
  ...verdictOptions,
  ...pluginsOption,
  ...partitionsOption,
  ...messageOptions,
} as const;

export const mapCommand: CommandDefinition = defineCommand({
  name: "map",
  group: "machines",
  summary: "Read captures and write one feature record a line.",
  description:
    "Read captures and write one feature record a line: grouping key, memento-datetime, tie, JSON, separated by TABs " +
    "and sorted. First half of map | sort | reduce on Spark, Hadoop streaming, Slurm or GNU parallel.",
  words: [
    [
      "[source...]",
      "kind=argument as after -i, paths or URI-Ts; without any, one a line on standard input",
    ],
  ],
  examples: ["detect_off_topic map a.warc.gz b.warc.gz | LC_ALL=C sort | detect_off_topic reduce"],
  options: mapOptions,
  whenStopped: ({ output }) => whatIsWritten(output),
  run: ({ values, words, log, signal }) =>
    withLines(values, signal, async (write) => {
      const sources = [...words];
      if (words.length === 0) for await (const line of linesOf([])) sources.push(line.trim());
      // An empty partition is not a mistake, because engines run the command on every partition.
      if (sources.length === 0) return exitStatus.finished;
      const { lines, tally, fetched } = await mapRecords({
        ...withTexts(detectOptions(values, log)),
        input: sources.map((source) => inputOfWord(source, inputs)),
        signal,
      });
      await write(lines);
      for (const line of inferredLines(tally)) log.info(line);
      const failed = statusOfFailures(tally.failures, log);
      if (fetched?.incomplete === undefined) return failed;
      log.warn(fetched.incomplete);
      return exitStatus.incomplete;
    }),
});

const reduceOptions = {
  ...resultOptions,
  ...verdictOptions,
  ...strictOption,
  ...failOnOption,
  ...pluginsOption,
  ...messageOptions,
} as const;

export const reduceCommand: CommandDefinition = defineCommand({
  name: "reduce",
  group: "machines",
  summary: "Score sorted map records.",
  description:
    "Score sorted map records (LC_ALL=C sort) and write results, as JSON Lines unless -ot says otherwise: the bytes that " +
    "the plain command writes for the same input and options. What reports show besides (evidence, texts) needs " +
    "--explain in both steps.",
  words: [
    ["[file...]", "files of sorted records, one after the other; without any, standard input"],
  ],
  options: reduceOptions,
  whenStopped: ({ outputs }) => whatIsWritten(outputs),
  async run({ values, inOrder, words: files, log, signal }) {
    await requireReadable(files);
    requireNoHistoryRule(values.failOn);
    const suffixes = !isOtmts(values.profile);
    const outputs = chooseOutputs(inOrder, { otherwise: "jsonl", suffixes });
    const started = performance.now();
    const { results, settings, tally } = reduceRecords(linesOf(files), {
      ...withTexts(detectOptions(values, log)),
      signal,
    });
    warnOfIdleThresholds(values, settings, log);
    await withResultOutputs(outputs, (to) =>
      writeResults(outputs, to, {
        ...{ ...values, results, settings, signal },
        settingsFor({ keyword, lacksSimhash, showsEvidence }) {
          const isWithTexts = keyword === "jsonl" || showsEvidence !== undefined;
          const own = isWithTexts ? settings : { ...settings, excerpts: undefined };
          return lacksSimhash === true ? withoutRawSimhash(own, values) : own;
        },
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    for (const line of summaryLines(tally, seconds)) log.detail(line);
    const mustCompare = settings.measures.length > 0;
    return statusOf(tally, { ...values, mustCompare }, log).status;
  },
});

export const resolveCommand: CommandDefinition = defineCommand({
  name: "resolve",
  group: "machines",
  summary: "Join revisits and redirects of several map runs with their originals.",
  description:
    "Resolve revisits and redirects whose originals were read by other mappers: map records in, in any order; sorted " +
    "records out, as one mapper over all of the input would have written them. examples/rounds.mjs does it for an " +
    "engine that sorts, and no process sees all of them (docs/many-machines.md).",
  words: [["[file...]", "files of map records; without any, standard input"]],
  examples: ["cat part-*.tsv | detect_off_topic resolve | LC_ALL=C sort | detect_off_topic reduce"],
  options: {
    ...outputOption,
    ...memoryOption,
    ...partitionsOption,
    ...quietOption,
  },
  whenStopped: ({ output }) => whatIsWritten(output),
  async run({ values, words: files, signal }) {
    await requireReadable(files);
    await withLines(values, signal, async (write) => {
      await write(resolveRecords(linesOf(files), { memoryBytes: values.memoryBytes, signal }));
    });
  },
});
