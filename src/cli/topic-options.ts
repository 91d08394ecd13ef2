import type { Command } from "commander";
import { UsageError } from "../errors.js";
import { readTextFile } from "../read-text-file.js";
import type { CollectionChoices } from "../settings/collection-choices.js";
import { parseProfile } from "../topic/profile-file.js";
import type { TopicRules } from "../topic/topic-source.js";
import { parseDecimal, parseWhole } from "./parse-values.js";

/** What commander makes of the options on the topic of a collection. */
export interface CollectionFlags {
  readonly collectionMeasures?: string;
  readonly topic?: string;
  readonly topicAgree?: string;
}

/** What commander makes of the options on how a topic is made. */
export interface TopicRuleFlags {
  readonly elements?: string;
  readonly recognise?: string;
  readonly coverage?: string;
  readonly coreMementos?: string;
  readonly variableAfter?: string;
  readonly randomSeed?: string;
}

const OF_MAKING = [
  ["elements", "--elements"],
  ["recognise", "--recognise"],
  ["coverage", "--coverage"],
  ["coreMementos", "--core-mementos"],
] as const;

/** Puts the options that compare with the topic of the collection on a command. */
export function addCollectionOptions(command: Command): Command {
  return command
    .option(
      "--collection-measures <list>",
      "short: -cm. Measures against the collection's topic, e.g. vsm=0.2,terms, or all; without -tm only these",
    )
    .option("--topic <file>", "that topic, as topic build or fit wrote it (made of the collection)")
    .option("--topic-agree <n>", "so many of -cm must recognise a memento (the topic's)");
}

/** Puts the options on how a topic is made on a command. */
export function addTopicRules(command: Command): Command {
  return command
    .option(
      "--elements <n>",
      "terms, and collocations of two and three words, at most of each (100)",
    )
    .option("--recognise <share>", "share of the core that each measure recognises, as 0.65")
    .option(
      "--coverage <share>",
      "share of the core that they recognise together (0.98; of a core that nobody chose 0.9)",
    )
    .option(
      "--core-mementos <n>",
      "core mementos of one TimeMap at most, from the first one on (3; of a given core 20)",
    )
    .option(
      "--variable-after <n>",
      "learn a variable part, made anew after so many accepted documents (none)",
    )
    .option("--random-seed <n>", "decides what of the variable part is taken at random (1)");
}

/** The same as the library takes them; throws a `UsageError` for a file that is no topic. */
export function collectionChoices(flags: CollectionFlags): CollectionChoices {
  const { collectionMeasures, topic, topicAgree } = flags;
  return {
    ...(collectionMeasures !== undefined && { collectionMeasures }),
    ...(topic !== undefined && { topic: parseProfile(readTextFile(topic), topic) }),
    ...(topicAgree !== undefined && { topicAgree: parseWhole(topicAgree, "--topic-agree", 1) }),
  };
}

/** The same as the library takes them; throws a `UsageError` for a bad number and for what could have no effect. */
export function topicRules(
  flags: TopicRuleFlags & CollectionFlags,
): Omit<TopicRules, "topic" | "topicAgree"> {
  if (flags.randomSeed !== undefined && flags.variableAfter === undefined) {
    throw new UsageError("--random-seed is about the variable part: give --variable-after.");
  }
  const idle = OF_MAKING.find(([name]) => flags[name] !== undefined);
  if (idle !== undefined && flags.topic !== undefined) {
    throw new UsageError(
      `${idle[1]} is about making a topic, and --topic is one that is there already. Give one of them.`,
    );
  }
  const whole = (text: string | undefined, option: string): number | undefined =>
    text === undefined ? undefined : parseWhole(text, option, option === "--random-seed" ? 0 : 1);
  const decimal = (text: string | undefined, option: string): number | undefined =>
    text === undefined ? undefined : parseDecimal(text, option);
  const rules = {
    elements: whole(flags.elements, "--elements"),
    recognise: decimal(flags.recognise, "--recognise"),
    coverage: decimal(flags.coverage, "--coverage"),
    coreMementos: whole(flags.coreMementos, "--core-mementos"),
    variableAfter: whole(flags.variableAfter, "--variable-after"),
    randomSeed: whole(flags.randomSeed, "--random-seed"),
  };
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined));
}
