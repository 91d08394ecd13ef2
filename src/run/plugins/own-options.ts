import { UsageError } from "../../base/errors.js";
import { isObject } from "../../base/json.js";
import type { SettingGroup, Step } from "../../base/setting.js";
import { requireNewSettings } from "../../score/settings/setting-values.js";

/* Checks of the options and settings of plug-ins. Those of this package are checked by their types. */

const STEPS: ReadonlySet<unknown> = new Set<Step>([
  ...(["mementos", "records", "scores", "verdicts", "results"] as const),
]);

/** The flags that commander takes: a short or an old name, the name, and the value. */
const FLAGS = /^(?:-[a-z], |--[a-z][a-z\d_-]*, )?--[a-z][a-z\d_-]*(?: <[^<>]+>)?$/iu;

/** Throws a `UsageError` for an option that a command line cannot have. `what` names it in the message. */
export function requireOption(what: string, option: unknown): void {
  const { flags, help } = isObject(option) ? option : {};
  if (typeof flags === "string" && FLAGS.test(flags) && typeof help === "string") return;
  const found = typeof flags === "string" ? ` It has the flags "${flags}".` : "";
  throw new UsageError(
    `${what} is no option. Make it with option("--name <value>", "its help").${found}`,
  );
}

/** Throws a `UsageError` for settings that a run cannot have: with wrong members, or with a name that is taken. */
export function requireSettings(settings: SettingGroup): void {
  for (const [key, setting] of Object.entries(settings)) requireOption(`setting "${key}"`, setting);
  requireNewSettings(settings);
  for (const [key, { type, heading, decides }] of Object.entries(settings)) {
    if (typeof type !== "string") {
      throw new UsageError(
        `setting "${key}" has no kind of value. Give it one, such as ...wholeNumber("what it is") or ...freeText.`,
      );
    }
    if (typeof heading !== "string" || !STEPS.has(decides)) {
      throw new UsageError(
        `setting "${key}" does not say what it decides. Make it with settingsUnder({ heading, decides }, settings), where decides is one of ${[...STEPS].join(", ")}.`,
      );
    }
  }
}
