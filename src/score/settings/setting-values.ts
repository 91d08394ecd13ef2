import { type PlainChoices, type Setting, type SettingKey, SETTINGS } from "./table.js";
import type { ProfileName, Settings } from "./types.js";

/*
 * This module derives options, checks and defaults from the table of settings.
 */

const all = Object.entries(SETTINGS) as unknown as readonly (readonly [
  key: SettingKey,
  setting: Setting,
])[];

/**
 * Returns the flags of a setting's option. They are its key in kebab-case and the form of its value, unless the table
 * has others.
 */
export function settingFlags(key: string, { flags, form }: Setting): string {
  if (flags !== undefined) return flags;
  const long = `--${key.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
  return form === undefined ? long : `${long} ${form}`;
}

/** Returns the name of a setting in messages: `--pages`, or `--set status` for a rare setting. */
export function settingTerm(key: SettingKey): string {
  const setting = SETTINGS[key] as Setting;
  const [long = ""] = settingFlags(key, setting).split(" ");
  return setting.isRare === true ? `--set ${long.slice(2)}` : long;
}

/** Returns a value of a setting. Throws a `UsageError` for a value that the setting does not take. */
export function checkedSetting<Key extends keyof PlainChoices>(
  key: Key,
  value: NonNullable<PlainChoices[Key]>,
): NonNullable<PlainChoices[Key]> {
  const { check = (it) => it } = SETTINGS[key] as Setting<typeof value>;
  return check(value, settingTerm(key));
}

/** Returns the defaults of a profile, including defaults that no setting chooses. */
export function defaultsOf(
  profile: ProfileName,
  fixed: Partial<Settings>,
): Omit<Settings, "profile" | "measures"> {
  const chosen = placed((_, { default: byDefault, otmt }) =>
    profile === "otmt-1.0.5" ? (otmt ?? byDefault) : byDefault,
  );
  const whole: Readonly<Record<string, unknown>> = { ...chosen, ...fixed };
  const names = new Set([...FIRST, ...Object.keys(whole)]);
  return Object.fromEntries([...names].map((name) => [name, whole[name]])) as unknown as Settings;
}

/**
 * Returns the choices for settings that have a default in a profile, each checked, and the profile's defaults for the
 * others. Throws a `UsageError` for a value that is out of range.
 */
export function chosenSettings(chosen: PlainChoices, own: Partial<Settings>): Partial<Settings> {
  return placed((key, { check = (it) => it }, name, member) => {
    const value = (chosen as Readonly<Record<string, unknown>>)[key];
    if (value !== undefined) return check(value, settingTerm(key));
    const byDefault: unknown = own[name];
    return member === undefined
      ? byDefault
      : (byDefault as Readonly<Record<string, unknown>>)[member];
  });
}

/** Returns an object with a value for each setting that {@link Settings} contains. */
function placed(
  valueOf: (key: SettingKey, setting: Setting, name: keyof Settings, member?: string) => unknown,
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [key, setting] of all) {
    if (setting.sets === undefined) continue;
    const [name, member] = setting.sets;
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
        sets?.[0] ?? (key as keyof Settings),
        ...follows,
      ]),
  ),
];

/** The JavaScript types of the values of all settings, for the checks of the library. */
export const settingTypes: Readonly<Record<SettingKey, string>> = Object.fromEntries(
  all.map(([key, { type }]) => [key, type]),
) as Record<SettingKey, string>;

/** Returns the rare settings that decide scores, each with the name of its value in settings. */
export const scoreSettings: readonly (readonly [key: SettingKey, setting: keyof Settings])[] =
  all.flatMap(([key, { decides, sets, isOtmts }]) =>
    decides === "scores" && sets !== undefined && isOtmts !== true ? [[key, sets[0]] as const] : [],
  );

/** Returns the words that a setting may have. */
export const wordsOf = <Key extends "groupBy" | "status" | "pages">(
  key: Key,
): readonly Settings[Key][] => (SETTINGS[key].words ?? []) as readonly Settings[Key][];
