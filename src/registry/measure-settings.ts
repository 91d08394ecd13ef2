import type { MeasureChoice, Settings } from "../types.js";

/** The settings as a measure is to see them: its own preprocessing, where it was given one. */
export function measureSettings(settings: Settings, { preprocessing }: MeasureChoice): Settings {
  return preprocessing === undefined ? settings : { ...settings, preprocessing };
}
