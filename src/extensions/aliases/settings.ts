import { option } from "../../base/option.js";
import { settingsUnder } from "../../base/setting.js";
import { given } from "../../base/value-kinds.js";
import type { AliasPair } from "../../score/settings/collection-choices.js";

export const aliasSettings = settingsUnder(
  { heading: "Input", decides: "verdicts" },
  {
    aliases: option(
      "--aliases <file>",
      "join TimeMaps of a page that moved: lines of old TAB new TAB date, or 'auto': found by redirects, canonical links and likeness",
      {
        ...given<readonly AliasPair[] | "auto">("list text"),
        reads: true,
        otherwise: "none",
      },
    ),
  },
);
