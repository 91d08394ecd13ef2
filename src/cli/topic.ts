import { Command } from "commander";
import { counted } from "../mementos/counted.js";
import { requireChoice } from "../registry/find.js";
import { formatProfile } from "../topic/profile-file.js";
import { buildTopic } from "../topic-profile.js";
import type { TopicProfile } from "../types.js";
import { exitStatus } from "./exit-status.js";
import { addHttpOptions, httpChoices, type HttpFlags } from "./http-options.js";
import { interruptible } from "./interrupt.js";
import { linesIn } from "./lines-in.js";
import { openLog, type Log } from "./log.js";
import { openOutput } from "./output.js";
import {
  addMessageOptions,
  addSettingsOptions,
  settingsChoices,
  type MessageFlags,
  type SettingsFlags,
} from "./settings-options.js";
import { addTopicRules, topicRules, type TopicRuleFlags } from "./topic-options.js";

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
