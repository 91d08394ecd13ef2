import { settingsUnder } from "../../base/setting.js";
import { shareOfOne, wholeNumber, wordOf } from "../../base/value-kinds.js";
import { FUSIONS } from "./choices.js";

/** Settings of the density remover. */
export const densitySettings = settingsUnder(
  { heading: "Text of pages", decides: "records", rare: true },
  {
    fusion: {
      ...wordOf(FUSIONS),
      flags: "--fusion <name>",
      help: "how the density remover fuses blocks",
      otherwise: "smooth-rule",
    },
    vmax: {
      ...shareOfOne("Vmax"),
      flags: "--vmax <share>",
      help: "density remover: blocks that differ by less are fused",
      otherwise: 0.38,
    },
    wrap: {
      ...wholeNumber("wrap width"),
      flags: "--wrap <n>",
      help: "density remover: characters of a line",
      otherwise: 80,
    },
  },
);
