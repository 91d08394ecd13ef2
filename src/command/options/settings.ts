import { readTextFile } from "../../base/read-file.js";
import { lazily, option, under, without } from "../../base/option.js";
import { UsageError } from "../../base/errors.js";
import type { SettingGroup } from "../../base/setting.js";
import type { SettingsChoices } from "../../score/settings/settings.js";
import {
  explainSetting,
  mementoSettings,
  metadataSettings,
  pageSizeSetting,
} from "../../score/settings/memento-settings.js";
import { fetchSettings } from "../../score/settings/fetch-settings.js";
import { textSettings } from "../../score/settings/text-settings.js";
import { extensionSettings } from "../../extensions/settings.js";
import { scoreSettings, verdictSettings } from "../../score/settings/verdict-settings.js";

import { memoryOption, workersOption } from "./running.js";

/* Options of commands that judge: the settings of runs, with the parsers of those that are read from files. */

/** Maximum size of a file of signs in bytes. A larger one has more phrases than a list of signs may have. */
const MOST_SIGNS = 4_000_000;

export async function readThresholds(
  file: string,
): Promise<NonNullable<SettingsChoices["thresholds"]>> {
  const { parseThresholdFile } = await import("../../score/settings/thresholds.js");
  return parseThresholdFile(readTextFile(file), file);
}

async function parseAliases(file: string): Promise<NonNullable<SettingsChoices["aliases"]>> {
  const { readAliases } = await import("../../score/settings/aliases.js");
  return readAliases(readTextFile(file), file);
}

const mementos = {
  ...mementoSettings,
  aliases: { ...mementoSettings.aliases, parse: parseAliases },
} as const;

/** Parses `--set signs`: `off`, `vote`, or a file of signs. */
async function parseSigns(file: string): Promise<SettingsChoices["signs"]> {
  if (file === "off" || file === "vote") return file === "vote";
  const signs = await import("../../page/signs/parse-signs.js");
  return signs.parseSigns(readTextFile(file, MOST_SIGNS), file);
}

/** Parses `--combine`. `learned=FILE` is a rule with the file of its model. */
async function parseCombination(text: string): Promise<Pick<SettingsChoices, "combine" | "model">> {
  const [rule = "", ...rest] = text.split("=");
  if (rule !== "learned" || rest.length === 0) {
    const { parseCombine } = await import("../../score/settings/combine.js");
    return { combine: parseCombine(text) };
  }
  const file = rest.join("=");
  if (file === "") throw new UsageError("--combine learned= names no file: leave the = out.");
  const { parseModel } = await import("../../score/settings/default-model.js");
  return { combine: rule, model: parseModel(readTextFile(file), file) };
}

/** Adds the parsers of those settings of an extension that name a file. The evidence of the same keyword reads it. */
export const readingFiles = <const Group extends SettingGroup>(settings: Group): Group =>
  Object.fromEntries(
    Object.entries(settings as SettingGroup).map(([key, setting]) => [
      key,
      setting.reads === true ? { ...setting, parse: lazily(() => evidenceReader(key)) } : setting,
    ]),
  ) as unknown as Group;

async function evidenceReader(keyword: string): Promise<(file: string) => unknown> {
  const { readerOf } = await import("../../run/extensions/evidence-file.js");
  const read = await readerOf(keyword);
  return (file) => read(readTextFile(file), file);
}

const words = {
  ...textSettings,
  stopWordList: {
    ...textSettings.stopWordList,
    parse: async (file: string) => {
      const { parseStopWords } = await import("../../score/settings/preprocessing.js");
      return parseStopWords(readTextFile(file), file);
    },
  },
  measureSteps: {
    ...textSettings.measureSteps,
    parse: lazily(async () => (await import("./measure-steps.js")).parseMeasureSteps),
  },
} as const;

/** Settings of extensions that decide the content of records. Their type also has the others, which are never given. */
const extensionsOfRecords = Object.fromEntries(
  Object.entries(extensionSettings as SettingGroup).filter(
    ([, { decides }]) => decides === "records",
  ),
) as unknown as typeof extensionSettings;

/** Settings that decide which captures are mementos and the content of their records, for all topics alike. */
export const recordOptions = {
  ...without(words, "language", "measureSteps"),
  ...extensionsOfRecords,
  ...mementos,
  ...pageSizeSetting,
} as const;

const judgeOptions = {
  ...explainSetting,
  ...verdictSettings,
  thresholds: { ...verdictSettings.thresholds, parse: readThresholds },
  abstain: {
    ...verdictSettings.abstain,
    parse: lazily(async () => (await import("../../score/settings/combine.js")).parseAbstain),
  },
  signs: { ...verdictSettings.signs, parse: parseSigns },
  ...scoreSettings,
  ...readingFiles(extensionSettings),
  ...under("Measures and verdicts", {
    combination: option(
      "--combine <rule>",
      "how votes decide: any, all, majority, a number, learned[=FILE]",
      { reads: true, otherwise: "the profile's", parse: parseCombination },
    ),
  }),
  ...words,
  ...mementos,
  ...metadataSettings,
  ...pageSizeSetting,
} as const;

/** True for the name of an option that decides scores. */
export const decidesScores = (key: string): boolean => key in judgeOptions;

export const runOptions = { ...judgeOptions, ...workersOption, ...memoryOption } as const;

/** Options of commands that give verdicts. Those that look for thresholds need the scores of all captures. */
export const verdictOptions = { ...runOptions, ...fetchSettings } as const;
