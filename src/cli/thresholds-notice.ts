import type { Settings } from "../types.js";
import type { Log } from "./log.js";

/** Says that tuned thresholds decide nothing where a learned combination does: they would be waited for in vain. */
export function warnOfIdleThresholds(
  { thresholds }: { readonly thresholds?: string },
  { combine }: Pick<Settings, "combine">,
  log: Log,
): void {
  if (thresholds === undefined || combine !== "learned") return;
  log.warn(
    "--thresholds changes no overall verdict here: the learned combination decides. Leave --profile default or " +
      "--combine learned out, and the measures do.",
  );
}
