import { flagOf } from "../../base/option.js";
import type { ChoicesOf, PlacedOf, Setting } from "../../base/setting.js";
import { once } from "../../base/math/memo.js";
import type { ExtensionSettings } from "../../extensions/settings.js";
import {
  explainSetting,
  fetchSettings,
  mementoSettings,
  metadataSettings,
  pageSizeSetting,
  textSettings,
} from "./memento-settings.js";
import { scoreSettings, verdictSettings } from "./verdict-settings.js";

/*
 * This module derives types, checks and defaults from the definitions of settings.
 */

let ofExtensions: ExtensionSettings | undefined;

/** Tells the settings that extensions add. The entry of a program does, because no layer imports an extension. */
export function setExtensionSettings(all: ExtensionSettings): void {
  ofExtensions = all;
}

export function extensionSettings(): ExtensionSettings {
  if (ofExtensions !== undefined) return ofExtensions;
  throw new Error("offerExtensions is called before settings are read");
}

/** Returns the settings of runs by key. Stamps of records and results have their values in this order. */
export const runSettings = once(
  () =>
    ({
      ...verdictSettings,
      ...scoreSettings,
      ...extensionSettings(),
      ...textSettings,
      ...mementoSettings,
      ...fetchSettings,
      ...metadataSettings,
      ...explainSetting,
      ...pageSizeSetting,
    }) as const,
);

type RunSettings = ReturnType<typeof runSettings>;
export type SettingKey = keyof RunSettings;

/**
 * Choices of the settings of a run: the names "in a program" of docs/options.md. A missing choice has the value of the
 * profile.
 */
export type RunChoices = ChoicesOf<RunSettings>;

/** The settings of a run that are the value of a choice, or have parts that are. */
export type PlacedSettings = PlacedOf<RunSettings>;

type WholeSettings = Readonly<Record<string, unknown>>;

const all = (): readonly (readonly [key: SettingKey, setting: Setting])[] =>
  Object.entries(runSettings()) as never;

const isSetting = (key: string): key is SettingKey => Object.hasOwn(runSettings(), key);

const settingOf = (key: SettingKey): Setting => runSettings()[key];

/** Returns the name of a setting in messages: `--pages`, or `--set status` for a rare setting. */
export const settingTerm = (key: SettingKey): string => {
  const { alias: _, ...setting } = settingOf(key);
  return flagOf(setting);
};

/** Returns the choices after their checks. Throws a `UsageError` for a value that a setting does not take. */
export const checkedChoices = <Choices extends RunChoices>(choices: Choices): Choices =>
  Object.fromEntries(
    Object.entries(choices).map(([key, value]: [string, unknown]) => {
      if (value === undefined || !isSetting(key)) return [key, value];
      return [key, settingOf(key).check?.(value, settingTerm(key)) ?? value];
    }),
  ) as Choices;

/** Returns the defaults of all settings that have a place, and the others of a profile, in the order of results. */
export function defaultSettings(isOtmts: boolean, others: WholeSettings): WholeSettings {
  const whole = placed(({ initial, otmt = initial, setsToo }, _, name) =>
    name === setsToo?.[0] ? setsToo[1] : isOtmts ? otmt : initial,
  );
  const names = new Set([...FIRST_SETTINGS, ...Object.keys(whole), ...Object.keys(others)]);
  return Object.fromEntries([...names].map((name) => [name, others[name] ?? whole[name]]));
}

/** Returns the settings that have a place, with the choices applied to those of a profile. */
export const chosenSettings = (choices: RunChoices, profile: WholeSettings): WholeSettings =>
  placed(
    (_, key, name, member) =>
      choices[key] ??
      (member === undefined ? profile[name] : (profile[name] as WholeSettings)[member]),
  );

/** Throws a `UsageError` for values of several settings that cannot go together. */
export function requireTogether(settings: object): void {
  for (const [, setting] of all()) setting.requires?.(settings);
}

function placed(
  valueAt: (setting: Setting, key: SettingKey, name: string, member?: string) => unknown,
): WholeSettings {
  const found: Record<string, unknown> = {};
  for (const [key, setting] of all()) {
    const { sets, setsToo } = setting;
    if (sets === undefined) continue;
    const [name, member] = sets;
    const value = valueAt(setting, key, name, member);
    found[name] =
      member === undefined ? value : { ...(found[name] as WholeSettings), [member]: value };
    if (setsToo !== undefined) found[setsToo[0]] = valueAt(setting, key, setsToo[0]);
  }
  return found;
}

/**
 * The settings of the first versions in the order in which results have always had them, so that results of two
 * versions can be compared line by line. Newer settings follow in the order of the table.
 */
const FIRST_SETTINGS = (
  "preprocessing redirects numberOfTopics ldaTopics structureWeight editCosts exactScores combine simhash contentLength " +
  "detectLanguage maxPageBytes groupBy groupCapturesBy status pages revisits substituted first rawSimhashOf clipCounts"
).split(" ");

/**
 * Returns the names in settings that decide which captures are records, and which records belong to a TimeMap. The
 * stamp of records contains them.
 */
export const decideRecords = (): readonly string[] => [
  ...new Set(
    all()
      .filter(([, { decides }]) => decides === "mementos" || decides === "records")
      .flatMap(([key, { sets }]) =>
        key === "groupBy" ? [key, "groupCapturesBy"] : (sets?.[0] ?? key),
      ),
  ),
];

export const settingTypes = (): Readonly<Record<SettingKey, string>> =>
  Object.fromEntries(all().map(([key, { type }]) => [key, type])) as Record<SettingKey, string>;

export const wordsOf = <Key extends "groupBy" | "status" | "pages">(
  key: Key,
): readonly PlacedSettings[Key][] =>
  (mementoSettings[key].choices ?? []) as readonly PlacedSettings[Key][];
