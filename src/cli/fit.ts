import { Command } from "commander";
import { UsageError } from "../errors.js";
import { formatProfile } from "../topic/profile-file.js";
import { fitRecords } from "../topic-profile.js";
import { exitStatus } from "./exit-status.js";
import { interruptible } from "./interrupt.js";
import { linesIn } from "./lines-in.js";
import { openLog } from "./log.js";
import { openOutput } from "./output.js";
import {
  addMessageOptions,
  addSettingsOptions,
  settingsChoices,
  type MessageFlags,
  type SettingsFlags,
} from "./settings-options.js";
import { placedLines, requireReadable } from "./stream-lines.js";
import { addTopicRules, topicRules, type TopicRuleFlags } from "./topic-options.js";
import { tellTopic } from "./topic.js";

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
