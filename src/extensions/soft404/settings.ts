import { option } from "../../base/option.js";
import { settingsUnder } from "../../base/setting.js";
import { made } from "../../base/value-kinds.js";

/**
 * Captures that the command soft404 lists, with the reason. They are plain data, so that they can be sent to a thread.
 */
export interface Soft404Table {
  /** Text about the members of each group, for people. */
  readonly reasons: readonly string[];
  /** The number of the group, by `keyOfCapture`. */
  readonly groups: ReadonlyMap<string, number>;
}

export const soft404Settings = settingsUnder(
  { heading: "Measures and verdicts", decides: "verdicts" },
  {
    soft404: option("--soft404 <file>", "captures that soft404 -ot json has listed are off-topic", {
      ...made<Soft404Table>("readSoft404", "groups"),
      reads: true,
    }),
  },
);
