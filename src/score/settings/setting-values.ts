import { flagOf } from "../../base/option.js";
import type { Setting } from "../../base/setting.js";
import type { PlainChoices } from "./choices.js";
import {
  explainSetting,
  mementoSettings,
  metadataSettings,
  pageSizeSetting,
} from "./memento-settings.js";
import { fetchSettings } from "./fetch-settings.js";
import { textSettings } from "./text-settings.js";
import { extensionSettings } from "../../extensions/settings.js";
import { scoreSettings, verdictSettings } from "./verdict-settings.js";
import type { ProfileName, Settings } from "./types.js";

/*
 * This module derives checks and defaults from the definitions of settings.
 */

/** The settings of runs by key. Stamps of records and results have their values in this order. */
export const runSettings = {
  ...verdictSettings,
  ...scoreSettings,
  ...extensionSettings,
  ...textSettings,
  ...mementoSettings,
  ...fetchSettings,
  ...metadataSettings,
  ...explainSetting,
  ...pageSizeSetting,
} as const;

export type SettingKey = keyof typeof runSettings;

const all = Object.entries(runSettings) as unknown as readonly (readonly [
  key: SettingKey,
  setting: Setting,
])[];

const settingOf = (key: SettingKey): Setting => runSettings[key];

/** Returns the name of a setting in messages: `--pages`, or `--set status` for a rare setting. */
export const settingTerm = (key: SettingKey): string => {
  const { alias: _, ...setting } = settingOf(key);
  return flagOf(setting);
};

/** Throws a `UsageError` for a value that the setting does not take. */
export function checkedSetting<Key extends keyof PlainChoices>(
  key: Key,
  value: NonNullable<PlainChoices[Key]>,
): NonNullable<PlainChoices[Key]> {
  const setting = runSettings[key] as unknown as Setting<typeof value>;
  return setting.check?.(value, settingTerm(key)) ?? value;
}

/** Returns the defaults of a profile, including defaults that no setting chooses. */
export function defaultsOf(
  profile: ProfileName,
  fixed: Partial<Settings>,
): Omit<Settings, "profile" | "measures"> {
  const chosen = placed((_, { initial, otmt }) =>
    profile === "otmt-1.0.5" ? (otmt ?? initial) : initial,
  );
  const whole: Readonly<Record<string, unknown>> = { ...chosen, ...fixed };
  const names = new Set([...FIRST, ...Object.keys(whole)]);
  return Object.fromEntries([...names].map((name) => [name, whole[name]])) as unknown as Settings;
}

/** Throws a `UsageError` for a value that is out of range. */
export function chosenSettings(chosen: PlainChoices, own: Partial<Settings>): Partial<Settings> {
  return placed((key, setting, name, member) => {
    const value = (chosen as Readonly<Record<string, unknown>>)[key];
    if (value !== undefined) return setting.check?.(value, settingTerm(key)) ?? value;
    const byDefault: unknown = own[name];
    return member === undefined
      ? byDefault
      : (byDefault as Readonly<Record<string, unknown>>)[member];
  });
}

/** Throws a `UsageError` for values of several settings that cannot go together. */
export function requireTogether(settings: Partial<Settings>): void {
  for (const [, setting] of all) setting.requires?.(settings);
}

function placed(
  valueOf: (key: SettingKey, setting: Setting, name: keyof Settings, member?: string) => unknown,
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [key, setting] of all) {
    if (setting.sets === undefined) continue;
    const [name, member] = setting.sets as readonly [keyof Settings, string?];
    const value = valueOf(key, setting, name, member);
    if (member === undefined) found[name] = value;
    else found[name] = { ...(found[name] as object | undefined), [member]: value };
  }
  return found;
}

/**
 * The settings of the first versions in the order in which results have always had them, so that results of two
 * versions can be compared line by line. Newer settings follow in the order of the table.
 */
const FIRST: readonly (keyof Settings)[] = [
  ...(["preprocessing", "redirects", "numberOfTopics", "ldaTopics", "structureWeight"] as const),
  ...(["editCosts", "exactScores", "combine", "simhash", "contentLength"] as const),
  ...(["detectLanguage", "maxPageBytes", "groupBy", "groupCapturesBy", "status", "pages"] as const),
  ...(["revisits", "substituted", "first", "rawSimhashOf", "clipCounts"] as const),
];

/**
 * Returns the names in settings that decide which captures are records, and which records belong to a TimeMap. The
 * stamp of records contains them.
 */
export const decideRecords: readonly (keyof Settings)[] = [
  ...new Set(
    all
      .filter(([, { decides }]) => decides === "mementos" || decides === "records")
      .flatMap(([key, { sets, follows = [] }]) => [
        (sets?.[0] ?? key) as keyof Settings,
        ...(follows as (keyof Settings)[]),
      ]),
  ),
];

export const settingTypes: Readonly<Record<SettingKey, string>> = Object.fromEntries(
  all.map(([key, { type }]) => [key, type]),
) as Record<SettingKey, string>;

/** Returns the rare settings that decide scores, each with the name of its value in settings. */
export const rareScoreSettings: readonly (readonly [key: SettingKey, setting: keyof Settings])[] =
  all.flatMap(([key, { decides, sets, isOtmts }]) =>
    decides === "scores" && sets !== undefined && isOtmts !== true
      ? [[key, sets[0] as keyof Settings] as const]
      : [],
  );

export const wordsOf = <Key extends "groupBy" | "status" | "pages">(
  key: Key,
): readonly Settings[Key][] => (settingOf(key).choices ?? []) as readonly Settings[Key][];
