import type { SettingsProfile } from "./types.js";
import { profiles } from "./profiles.js";

/** The words that each option takes, for help and for checking. */
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
