import { Command } from "commander";
import { UsageError } from "../errors.js";
import { counted } from "../mementos/text.js";
import { buildTopic, fitRecords } from "../pipeline/topic-profile.js";
import { requireChoice } from "../settings/find.js";
import { formatProfile } from "../topic/profile-file.js";
import type { TopicProfile } from "../types.js";
import { exitStatus, interruptible } from "./exit-status.js";
import { addHttpOptions, httpChoices, type HttpFlags } from "./http-options.js";
import { type Log, openLog } from "./log.js";
import { placedLines, requireReadable } from "./map-reduce.js";
import { openOutput } from "./output.js";
import { linesIn } from "./parse-values.js";
import {
  addMessageOptions,
  addSettingsOptions,
  type MessageFlags,
  settingsChoices,
  type SettingsFlags,
} from "./settings-options.js";
import { addTopicRules, type TopicRuleFlags, topicRules } from "./topic-options.js";

interface TopicFlags extends SettingsFlags, MessageFlags, HttpFlags, TopicRuleFlags {
  readonly input?: readonly string[];
  readonly core?: readonly string[];
  readonly coreList?: string;
  readonly output?: string;
}

const ACTIONS = ["build"] as const;

const collectValues = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  value,
];

/** `topic build`: the topic of a collection as a file that a person may edit. */
export function topicCommand(done: (status: number) => void): Command {
  const command = new Command("topic")
    .description(
      "topic build: make the topic of a collection, for -cm, from core documents or from the collection itself. It is JSON " +
        "with the terms and collocations of each language and the scores from which a memento is recognised; strike out what " +
        "is not of the topic.",
    )
    .argument("<action>", ACTIONS.join(", "))
    .option("-i, --input <kind=argument>", "the collection; can be repeated", collectValues)
    .option(
      "--core <document>",
      "a core document: kind=argument as after -i, a page's path, or a URI-M of the collection; can be repeated",
      collectValues,
    )
    .option("--core-list <file>", "core documents, one a line, as --ontopic-file writes them")
    .option("-o, --output <file>", "where the topic goes (standard output)")
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic topic build -i warc=crawl.warc.gz -o topic.json && detect_off_topic -i warc=crawl.warc.gz -cm all --topic topic.json",
    )
    .action(async (action: string, flags: TopicFlags) => {
      requireChoice(action, ACTIONS, "action of topic");
      done(await runBuild(flags));
    });
  return addMessageOptions(addHttpOptions(addSettingsOptions(addTopicRules(command))));
}

async function runBuild(flags: TopicFlags): Promise<number> {
  const listed = flags.coreList === undefined ? undefined : linesIn(flags.coreList);
  const core =
    listed === undefined && flags.core === undefined
      ? undefined
      : [...(flags.core ?? []), ...(listed ?? [])];
  const log = openLog(flags);
  const choices = { ...topicRules(flags), ...settingsChoices(flags) };
  return interruptible(async (signal) => {
    const output = openOutput(flags.output);
    try {
      const topic = await buildTopic({
        ...choices,
        ...(await httpChoices(flags, (notice) => log.warn(notice))),
        ...(flags.input !== undefined && { input: flags.input }),
        ...(core !== undefined && { core }),
        signal,
        onDamage: ({ source, message }) =>
          log.warn(`warning: ${source.file}, byte ${source.offset}: ${message}`),
      });
      await output.write(formatProfile(topic));
      await output.commit();
      tellTopic(topic, log);
    } catch (cause) {
      output.discard();
      throw cause;
    }
    return exitStatus.finished;
  });
}

/** What the topic came to, for people. */
export function tellTopic({ parts, tooFew, madeFrom, directories }: TopicProfile, log: Log): void {
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
interface FitFlags extends SettingsFlags, MessageFlags, TopicRuleFlags {
  readonly coreList?: string;
  readonly output?: string;
}

/** `fit`: what must be known of a whole collection before its parts can be scored, from the records of `map -cm`. */
export function fitCommand(done: (status: number) => void): Command {
  const command = new Command("fit")
    .description(
      "Make the topic of a collection from the records that map -cm made of all of it, in any order: what topic build makes " +
        "of the same input. With --topic only what depends on the whole collection is added to that.",
    )
    .argument("[file...]", "files of records; without any, standard input")
    .option("--core-list <file>", "URI-Ms of the core, one a line")
    .option("-o, --output <file>", "where the topic goes (standard output)")
    .addHelpText(
      "after",
      "\nExample:\n  detect_off_topic map -cm all *.warc.gz | LC_ALL=C sort > records && detect_off_topic fit records > topic.json && " +
        "detect_off_topic reduce -cm all --topic topic.json records",
    )
    .action(async (files: readonly string[], flags: FitFlags) => {
      done(await runFit(files, flags));
    });
  return addMessageOptions(addSettingsOptions(addTopicRules(command)));
}

async function runFit(files: readonly string[], flags: FitFlags): Promise<number> {
  await requireReadable(files);
  const log = openLog(flags);
  const choices = { ...topicRules(flags), ...settingsChoices(flags) };
  const listed = flags.coreList === undefined ? undefined : new Set(linesIn(flags.coreList));
  if (choices.topic !== undefined && listed !== undefined) {
    throw new UsageError(
      "--topic is a topic that is there already: give either that or --core-list.",
    );
  }
  return interruptible(async (signal) => {
    const output = openOutput(flags.output);
    try {
      const { lines, place } = placedLines(files);
      const topic = await fitRecords(lines, {
        ...choices,
        place,
        ...(listed !== undefined && { uriMs: listed }),
        signal,
      });
      await output.write(formatProfile(topic));
      await output.commit();
      tellTopic(topic, log);
    } catch (cause) {
      output.discard();
      throw cause;
    }
    return exitStatus.finished;
  });
}
