import { type AliasPair, given, option, settingsUnder } from "../../extend-settings.js";

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
