import { UsageError } from "../../base/errors.js";
import { nearest } from "../../base/find.js";
import type { Setting, SettingGroup } from "../../base/setting.js";
import { settingName } from "../../base/option.js";
import type { Settings } from "./types.js";

/*
 * Settings that plug-ins add. Their values are in `own` of the settings of a run, by key. The data of their evidence are
 * chosen in the same way, but are no part of the settings.
 */

const registered = new Map<string, Setting>();
/** Plug-ins that settings are from, by the keys of the settings. */
const owners = new Map<string, string>();
const dataOfEvidence = new Map<string, Setting>();

/** Adds settings of a plug-in, whose names {@link requireNewSettings} has checked. */
export function registerSettings(settings: SettingGroup, plugin: string): void {
  for (const [key, setting] of Object.entries(settings)) {
    registered.set(key, setting);
    owners.set(key, plugin);
  }
}

/**
 * Throws a `UsageError` for a chosen setting that decides scores if the run uses nothing of the plug-in that reads it.
 * `used` has the names of the plug-ins that it uses.
 */
export function requireUsedOwnSettings(
  chosen: Readonly<Record<string, unknown>> = {},
  used: readonly string[],
): void {
  for (const [key, value] of Object.entries(chosen)) {
    const setting = registered.get(key);
    const plugin = owners.get(key) ?? "";
    if (value === undefined || setting?.decides !== "scores" || used.includes(plugin)) continue;
    const option = `--set ${settingName(setting)}`;
    throw new UsageError(
      `${option} is for measures of ${plugin}, of which this run computes none. Add one to -tm, or leave ${option} out.`,
    );
  }
}

/** Adds a setting that chooses the data of a plug-in's evidence, by the keyword of the evidence. */
export const registerDataSetting = (keyword: string, setting: Setting): unknown =>
  dataOfEvidence.set(keyword, setting);

export const ownSettings = (): SettingGroup =>
  Object.fromEntries([...registered, ...dataOfEvidence]);

export const dataSettings = (): SettingGroup => Object.fromEntries(dataOfEvidence);

/** Throws a `UsageError` for a key that no plug-in has. */
export function ownValues(chosen: Readonly<Record<string, unknown>> = {}): Pick<Settings, "own"> {
  const unknown = Object.keys(chosen).find((key) => !registered.has(key));
  if (unknown !== undefined) {
    const near = nearest(unknown, [...registered.keys()]);
    const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
    throw new UsageError(`no plug-in has the setting "${unknown}".${hint}`);
  }
  const values = [...registered].map(([key, setting]): [string, unknown] => {
    const value = chosen[key];
    if (value === undefined) return [key, setting.initial];
    return [key, setting.check?.(value, `--set ${settingName(setting)}`) ?? value];
  });
  return values.length === 0 ? {} : { own: Object.fromEntries(values) };
}

/** Returns the values that decide which captures are records, or their content. */
export const ownOfRecords = ({ own = {} }: Pick<Settings, "own">): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(own).filter(([key]) => {
      const decides = registered.get(key)?.decides;
      return decides === "mementos" || decides === "records";
    }),
  );
