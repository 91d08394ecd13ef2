/**
 * The part of `extend.ts` that an extension of this package declares its settings with. It is apart because every run
 * reads the settings of all extensions, and loads nothing else of them.
 */
export { UsageError } from "./base/errors.js";
export { option } from "./base/option.js";
export { type Setting, type SettingGroup, type Step, settingsUnder } from "./base/setting.js";
export {
  decimal,
  freeText,
  given,
  onOrOff,
  shareOfOne,
  wholeNumber,
  wordOf,
} from "./base/value-kinds.js";

/* Types of values that are read from files. */
export type { Soft404Table } from "./score/settings/collection-choices.js";
export type { TopicProfile } from "./score/settings/topic-types.js";
