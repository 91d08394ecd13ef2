import { option } from "../../base/option.js";
import { settingsUnder } from "../../base/setting.js";
import { given } from "../../base/value-kinds.js";
import type { Soft404Table } from "../../score/settings/collection-choices.js";

export const soft404Settings = settingsUnder(
  { heading: "Measures and verdicts", decides: "verdicts" },
  {
    soft404: option("--soft404 <file>", "captures that soft404 -ot json has listed are off-topic", {
      ...given<Soft404Table>("object"),
      reads: true,
    }),
  },
);
