import { requireByKeyword } from "../../base/find.js";
import { lazily, type OptionDefinition } from "../../base/option.js";
import type { SettingGroup } from "../../base/setting.js";
import { loadExtensions } from "../../run/extensions/load.js";
import { catalogue } from "../../run/plugins/catalogue.js";
import { registeredEvidence } from "../../score/evidence/collection-evidence.js";
import { extensionSettings } from "../../score/settings/run-settings.js";
import {
  explainSetting,
  fetchSettings,
  mementoSettings,
  metadataSettings,
  pageSizeSetting,
  textSettings,
} from "../../score/settings/memento-settings.js";
import { scoreSettings, verdictSettings } from "../../score/settings/verdict-settings.js";
import { memoryOption, workersOption } from "./running.js";

/* Options of commands that judge: the settings of runs. */

/** Adds the parsers of those settings of an extension that name a file. The evidence of the same keyword reads it. */
export const readingFiles = <const Group extends SettingGroup>(settings: Group): Group =>
  Object.fromEntries(
    Object.entries(settings as SettingGroup).map(([key, setting]) => [
      key,
      setting.reads === true ? { ...setting, parse: lazily(() => evidenceReader(key)) } : setting,
    ]),
  ) as unknown as Group;

async function evidenceReader(keyword: string): Promise<NonNullable<OptionDefinition["parse"]>> {
  const listed = catalogue().evidence.find((each) => each.keyword === keyword);
  await loadExtensions([listed?.extension ?? []].flat());
  const evidence = requireByKeyword(keyword, registeredEvidence, "evidence");
  return (file, _, read) => evidence.read?.(read(file), file);
}

/** Settings of extensions that decide the content of records. Their type also has the others, which are never given. */
const extensionsOfRecords = Object.fromEntries(
  Object.entries(extensionSettings() as SettingGroup).filter(
    ([, { decides }]) => decides === "records",
  ),
) as unknown as ReturnType<typeof extensionSettings>;

const { language: _, measureSteps: __, ...textOfRecords } = textSettings;

/** Settings that decide which captures are mementos and the content of their records, for all topics alike. */
export const recordOptions = {
  ...textOfRecords,
  ...extensionsOfRecords,
  ...mementoSettings,
  ...pageSizeSetting,
} as const;

const judgeOptions = {
  ...explainSetting,
  ...verdictSettings,
  ...scoreSettings,
  ...readingFiles(extensionSettings()),
  ...textSettings,
  ...mementoSettings,
  ...metadataSettings,
  ...pageSizeSetting,
} as const;

export const runOptions = { ...judgeOptions, ...workersOption, ...memoryOption } as const;

/** Options of commands that give verdicts. Those that look for thresholds need the scores of all captures. */
export const verdictOptions = { ...runOptions, ...fetchSettings } as const;
