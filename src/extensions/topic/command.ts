import { UsageError } from "../../base/errors.js";
import { requireChoice } from "../../base/find.js";
import { option, under } from "../../base/option.js";
import { readTextFile } from "../../base/read-file.js";
import { counted } from "../../base/text.js";
import { type CommandDefinition, defineCommand } from "../../command/define-command.js";
import { linesOf, requireReadable } from "../../command/lines.js";
import type { Log } from "../../command/log.js";
import { fetchOptions, inputOption } from "../../command/options/input.js";
import { outputOption } from "../../command/options/output.js";
import {
  memoryOption,
  messageOptions,
  pluginsOption,
  workersOption,
} from "../../command/options/running.js";
import { recordOptions, runOptions, readingFiles } from "../../command/options/settings.js";
import { withOutput } from "../../command/output.js";
import { detectOptions } from "../../command/run-messages.js";
import type { TopicProfile } from "./profile/types.js";
import { verdictSettings } from "../../score/settings/verdict-settings.js";
import { topicSettings } from "./settings.js";
import { coreListOption, topicBuildOptions } from "./options.js";
import { buildTopic, fitRecords } from "./build-topic.js";
import { formatProfile, parseProfile } from "./profile/profile-file.js";

const NO_FILE = "no output file was written";

const options = {
  ...inputOption,
  ...fetchOptions,
  ...under("Input", {
    core: option(
      "--core <document>",
      "a core document: the path of an HTML, text, PDF, zip or gzip file, kind=argument as after -i, or a URI-M of the collection; can be repeated",
      { repeats: true, reads: true },
    ),
  }),
  ...coreListOption,
  ...outputOption,
  profile: verdictSettings.profile,
  ...readingFiles(topicSettings),
  ...topicBuildOptions,
  ...recordOptions,
  ...pluginsOption,
  ...workersOption,
  ...memoryOption,
  ...messageOptions,
} as const;

export const topicCommand: CommandDefinition = defineCommand({
  name: "topic",
  group: "papers",
  summary: "Make the topic of a collection (topic build), and edit it.",
  description:
    "topic build: make the topic of a collection, for -cm, from core documents or from the collection itself. It is JSON " +
    "with the terms and collocations of each language and the thresholds of its measures. " +
    "topic tune FILE: the thresholds of an edited topic set again, so that each measure recognises 65 % of the core. " +
    "Options of each action: topic build --help, topic tune --help.",
  words: [
    ["<action>", "build or tune"],
    ["[file]", "file of the topic, for tune"],
  ],
  examples: [
    "detect_off_topic topic build -i warc=crawl.warc.gz -o topic.json && detect_off_topic -i warc=crawl.warc.gz -cm all --topic topic.json",
    "detect_off_topic topic tune topic.json -i warc=crawl.warc.gz -o tuned.json",
  ],
  options,
  whenStopped: () => NO_FILE,
  async run({ values, words: [action = "", file], log, signal }) {
    requireChoice(action, ["build", "tune"], "action of topic");
    const { core, coreList, output, elements, recognise, coverage, coreMementos } = values;
    const topic = readTopic(action, file);
    let duplicates = 0;
    const built = await withOutput(output, async ({ write }) => {
      const made = await buildTopic({
        ...detectOptions(values, log),
        ...{ elements, recognise, coverage, coreMementos },
        ...(topic !== undefined && {
          ...{ topic, tune: true },
          recognise: recognise ?? (coverage === undefined ? RECOGNISED : undefined),
        }),
        core:
          core === undefined && coreList === undefined
            ? undefined
            : [...(core ?? []), ...(coreList ?? [])],
        onUnreadable: (message) => log.warn(`not in the core: ${message}`),
        onCore: ({ nearDuplicates }) => {
          duplicates = nearDuplicates;
        },
        signal,
      });
      await write(formatProfile(made));
      return made;
    });
    tellTopic(built, log);
    if (duplicates > 0) log.info(`  ${counted(duplicates, "near-duplicate")} left out`);
  },
});

/** Share of the core that each measure should recognise. It is the middle of the range in the paper. */
const RECOGNISED = 0.65;

/** Returns the topic for `tune`. Throws a `UsageError` for a missing or unexpected file. */
function readTopic(action: string, file: string | undefined): TopicProfile | undefined {
  if (action === "build") {
    if (file === undefined) return undefined;
    throw new UsageError(`topic build takes no file: give core documents with --core ${file}.`);
  }
  if (file === undefined) throw new UsageError("topic tune needs the file of a topic.");
  return parseProfile(readTextFile(file), file);
}

function tellTopic({ parts, tooFew, madeFrom, directories }: TopicProfile, log: Log): void {
  log.info(`topic made of ${madeFrom}`);
  for (const {
    language,
    documents,
    seeds,
    terms,
    collocations2,
    collocations3,
    ...part
  } of parts) {
    const { vote } = part.recognised;
    log.info(
      `  ${language}: ${counted(documents, "document")} of ${counted(seeds, "host")}; ${counted(terms.length, "term")}, ` +
        `${collocations2.length} and ${counted(collocations3.length, "collocation")}` +
        (vote === undefined ? "" : `; ${(100 * vote).toFixed(0)} % of the core recognised`),
    );
  }
  if (tooFew.length > 0) log.info(`  too few documents to judge: ${tooFew.join(", ")}`);
  if (directories !== undefined) {
    log.info(`  ${counted(directories.length, "directory", "directories")} with evidence`);
  }
}
const fitOptions = {
  ...coreListOption,
  ...outputOption,
  ...runOptions,
  ...topicBuildOptions,
  ...pluginsOption,
  ...messageOptions,
} as const;

export const fitCommand: CommandDefinition = defineCommand({
  name: "fit",
  group: "machines",
  summary: "Make the topic of a collection from map records.",
  description:
    "Make the topic of a collection from the records that map -cm made of all of it, in any order: what topic build makes " +
    "of the same input. With --topic only what depends on the whole collection is added to that.",
  words: [["[file...]", "files of records; without any, standard input"]],
  examples: [
    "detect_off_topic map -cm all *.warc.gz | LC_ALL=C sort > records && detect_off_topic fit records > topic.json && " +
      "detect_off_topic reduce -cm all --topic topic.json records",
  ],
  options: fitOptions,
  whenStopped: () => NO_FILE,
  async run({ values, words: files, log, signal }) {
    await requireReadable(files);
    const { coreList, output, elements, recognise, coverage, coreMementos } = values;
    const topic = await withOutput(output, async ({ write }) => {
      const uriMs = coreList === undefined ? undefined : new Set(coreList);
      const made = await fitRecords(linesOf(files), {
        ...detectOptions(values, log),
        ...{ elements, recognise, coverage, coreMementos },
        uriMs,
        signal,
      });
      await write(formatProfile(made));
      return made;
    });
    tellTopic(topic, log);
  },
});
