import type { SettingsProfile } from "./types.js";
import { profiles } from "./profiles.js";

/** Values of each option, for help and for validation. */
export const choices = {
  profile: Object.keys(profiles) as SettingsProfile[],
  groupBy: ["timemap", "surt", "uri"],
  status: ["2xx+errors", "2xx", "all"],
  pages: ["document", "html", "text/html"],
  text: ["html", "rendered"],
  redirects: ["follow", "skip"],
  revisits: ["resolve", "skip"],
  substituted: ["refuse", "keep"],
  first: ["earliest-2xx", "earliest", "usable"],
} as const;
