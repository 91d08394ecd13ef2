import { densitySettings } from "./density/settings.js";
import { otmtSettings } from "./otmt/settings.js";
import { soft404Settings } from "./soft404/settings.js";
import { structureSettings } from "./structure/settings.js";
import { topicSettings } from "./topic/settings.js";

/** The settings of runs that extensions of this package add. They are data, so that a run knows their defaults. */
export const extensionSettings = {
  ...densitySettings,
  ...otmtSettings,
  ...soft404Settings,
  ...structureSettings,
  ...topicSettings,
} as const;

export type ExtensionSettings = typeof extensionSettings;
