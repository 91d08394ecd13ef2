import { given, option, settingsUnder, type Soft404Table } from "../../extend-settings.js";

export const soft404Settings = settingsUnder(
  { heading: "Measures and verdicts", decides: "verdicts" },
  {
    soft404: option("--soft404 <file>", "captures that soft404 -ot json has listed are off-topic", {
      ...given<Soft404Table>("object"),
      reads: true,
    }),
  },
);
