import { settingFlags } from "../../score/settings/setting-values.js";
import { type Setting, SETTINGS } from "../../score/settings/table.js";
import { parseDecimal } from "../../score/settings/kinds.js";
import {
  type CommandName,
  JUDGES,
  lazily,
  NEEDS_NO_TOPIC,
  type OptionDefinition,
  type OptionGroup,
  RUNS,
  whole,
} from "./definition.js";

/*
 * Options that select mementos and decide their verdicts: those of the settings in src/score/settings/table.ts, and a
 * few more.
 */

/** Parsers of settings whose values come from files or have a syntax of their own. */
const READERS: Readonly<Record<string, OptionDefinition["parse"]>> = {
  thresholds: lazily("readThresholds"),
  abstain: lazily("parseAbstain"),
  elsewhere: lazily("parseElsewhere"),
  soft404: lazily("parseSoft404"),
  topic: lazily("readProfile"),
  signs: lazily("readSigns"),
  stopWordList: lazily("readStopWords"),
  measureSteps: lazily("parseMeasureSteps"),
};

/**
 * Returns the option for a setting. The configuration file of the working folder may set it unless it names a file or
 * affects which captures are judged.
 */
function optionOf(key: string, setting: Setting): OptionDefinition {
  const { alias, meaning, words, otherwise, preset, repeats, reads, also = [], decides } = setting;
  const isOfRecords = decides === "mementos" || decides === "records";
  const isOfTopic = isOfRecords && setting.isNotOfTopic !== true;
  const parse = READERS[key] ?? setting.parse;
  const byDefault = otherwise ?? (setting.form === undefined ? undefined : setting.default);
  return {
    flags: settingFlags(key, setting),
    help: meaning,
    of: [...(isOfTopic ? RUNS : JUDGES), ...(also as readonly CommandName[])],
    ...(alias !== undefined && { alias }),
    ...(words !== undefined && { choices: words }),
    ...(byDefault !== undefined && { otherwise: byDefault as string | number }),
    ...(parse !== undefined && { parse }),
    ...(setting.value !== undefined && { value: setting.value }),
    ...{ preset, repeats, reads },
    ...(decides !== "mementos" && reads !== true && { harmless: true }),
    ...((setting.isRare === true || setting.takes !== undefined) && {
      ...{ setting: true, decides, takes: setting.takes },
    }),
  };
}

/** Returns the options of the settings under a heading of help. */
export const settingOptions = (heading: string): OptionGroup =>
  Object.fromEntries(
    Object.entries(SETTINGS as Readonly<Record<string, unknown>>)
      .map(([key, setting]) => [key, setting as Setting] as const)
      .filter(([, setting]) => setting.heading === heading)
      .map(([key, setting]) => [key, optionOf(key, setting)]),
  );

export const combinationOptions = {
  combination: {
    of: JUDGES,
    flags: "--combine <rule>",
    reads: true,
    help: "how votes decide: any, all, majority, a number, learned[=FILE]",
    otherwise: "the profile's",
    parse: lazily("parseCombination"),
  },
} as const satisfies OptionGroup;

export const topicOfTheCollectionOptions = {
  elements: {
    harmless: true,
    of: ["topic", "fit"],
    flags: "--elements <n>",
    setting: true,
    parse: whole(1),
    excludes: NEEDS_NO_TOPIC,
    help: "maximum number of terms, and of collocations of two and three words",
    otherwise: 100,
  },
  recognise: {
    harmless: true,
    of: ["topic", "fit"],
    flags: "--recognise <share>",
    setting: true,
    parse: parseDecimal,
    excludes: NEEDS_NO_TOPIC,
    help: "share of the core that each measure recognises, e.g. 0.65",
  },
  coverage: {
    harmless: true,
    of: ["topic", "fit"],
    flags: "--coverage <share>",
    setting: true,
    parse: parseDecimal,
    excludes: NEEDS_NO_TOPIC,
    help: "share of the core that the measures recognise together",
    otherwise: "0.98; for a core that nobody chose 0.9",
  },
  coreMementos: {
    harmless: true,
    of: ["topic", "fit"],
    flags: "--core-mementos <n>",
    setting: true,
    parse: whole(1),
    excludes: NEEDS_NO_TOPIC,
    help: "maximum number of core mementos of one TimeMap; the first ones are used",
    otherwise: "3; for a given core 20",
  },
  variableAfter: {
    harmless: true,
    of: ["topic", "fit", "collect"],
    flags: "--variable-after <n>",
    setting: true,
    parse: whole(1),
    help: "learn a variable part again after this number of accepted documents",
    otherwise: "none",
  },
  randomSeed: {
    harmless: true,
    of: ["topic", "fit"],
    flags: "--random-seed <n>",
    setting: true,
    parse: whole(0),
    otherwise: 1,
    help: "seed of the random choices for the variable part",
    needs: ["variableAfter", "is about the variable part"],
  },
} as const satisfies OptionGroup;

export const stemOptions = {
  noStem: {
    harmless: true,
    of: RUNS,
    flags: "--no-stem",
    hidden: true,
    instead: "stem=none",
    help: "compare words, not their stems",
  },
} as const satisfies OptionGroup;
