import { option } from "../../base/option.js";
import { settingsUnder } from "../../base/setting.js";
import { shareOfOne, wholeNumber, wordOf } from "../../base/value-kinds.js";

export const FUSIONS = ["plain", "smooth", "rule", "smooth-rule", "greedy"] as const;

/** Name of a fusion algorithm. */
export type FusionName = (typeof FUSIONS)[number];

export const densitySettings = settingsUnder(
  { heading: "Text of pages", decides: "records", rare: true },
  {
    fusion: option("--fusion <name>", "how the density remover fuses blocks", {
      ...wordOf(FUSIONS),
      otherwise: "smooth-rule",
    }),
    vmax: option("--vmax <share>", "density remover: blocks that differ by less are fused", {
      ...shareOfOne("Vmax"),
      otherwise: 0.38,
    }),
    wrap: option("--wrap <n>", "density remover: characters of a line", {
      ...wholeNumber("wrap width"),
      otherwise: 80,
    }),
  },
);
