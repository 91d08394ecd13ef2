import { counted } from "../mementos/text.js";
import { buildTopic, fitRecords } from "../pipeline/topic-profile.js";
import { requireChoice } from "../settings/find.js";
import { formatProfile } from "../topic/profile-file.js";
import type { TopicProfile } from "../types.js";
import { defineCommand, type MakeCommand } from "./define-command.js";
import type { Log } from "./log.js";
import { placedLines, requireReadable } from "./map-reduce.js";
import { withOutput } from "./output.js";
import { archiveChoices, settingsChoices } from "./run-choices.js";

const NO_FILE = "no output file was written";

/** `topic build`: the topic of a collection as a file that a person may edit. */
export const topicCommand: MakeCommand = defineCommand({
  name: "topic",
  summary: "Make the topic of a collection (topic build).",
  description:
    "topic build: make the topic of a collection, for -cm, from core documents or from the collection itself. It is JSON " +
    "with the terms and collocations of each language and the scores from which a memento is recognised; strike out what " +
    "is not of the topic.",
  words: [["<action>", "build"]],
  examples: [
    "detect_off_topic topic build -i warc=crawl.warc.gz -o topic.json && detect_off_topic -i warc=crawl.warc.gz -cm all --topic topic.json",
  ],
  whenStopped: () => NO_FILE,
  async run({ values, words: [action = ""], log, signal }) {
    requireChoice(action, ["build"], "action of topic");
    const { core, coreList, output } = values;
    const topic = await withOutput(output, async ({ write }) => {
      const made = await buildTopic({
        ...settingsChoices(values),
        ...archiveChoices(values, log),
        core:
          core === undefined && coreList === undefined
            ? undefined
            : [...(core ?? []), ...(coreList ?? [])],
        onUnreadable: (message) => log.warn(`not in the core: ${message}`),
        signal,
      });
      await write(formatProfile(made));
      return made;
    });
    tellTopic(topic, log);
  },
});

/** What the topic came to, for people. */
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
      `  ${language}: ${counted(documents, "document")} of ${counted(seeds, "seed")}; ${counted(terms.length, "term")}, ` +
        `${collocations2.length} and ${counted(collocations3.length, "collocation")}` +
        (vote === undefined ? "" : `; ${(100 * vote).toFixed(0)} % of the core recognised`),
    );
  }
  if (tooFew.length > 0) log.info(`  too few documents to judge: ${tooFew.join(", ")}`);
  if (directories !== undefined) {
    log.info(`  ${counted(directories.length, "directory", "directories")} with evidence`);
  }
}
/** `fit`: what must be known of a whole collection before its parts can be scored, from the records of `map -cm`. */
export const fitCommand: MakeCommand = defineCommand({
  name: "fit",
  summary: "Make the topic of a collection from map records.",
  description:
    "Make the topic of a collection from the records that map -cm made of all of it, in any order: what topic build makes " +
    "of the same input. With --topic only what depends on the whole collection is added to that.",
  words: [["[file...]", "files of records; without any, standard input"]],
  examples: [
    "detect_off_topic map -cm all *.warc.gz | LC_ALL=C sort > records && detect_off_topic fit records > topic.json && " +
      "detect_off_topic reduce -cm all --topic topic.json records",
  ],
  whenStopped: () => NO_FILE,
  async run({ values, words: files, log, signal }) {
    await requireReadable(files);
    const { coreList, output } = values;
    const topic = await withOutput(output, async ({ write }) => {
      const { lines, place } = placedLines(files);
      const uriMs = coreList === undefined ? undefined : new Set(coreList);
      const made = await fitRecords(lines, { ...settingsChoices(values), place, uriMs, signal });
      await write(formatProfile(made));
      return made;
    });
    tellTopic(topic, log);
  },
});
