import { measures } from "../measures/index.js";
import { findByKeyword } from "../registry/find.js";
import { callsEqualsOffTopic } from "../registry/thresholds.js";
import type { Settings } from "../types.js";
import type { Log } from "./log.js";

/** Says by which thresholds equal pages are off-topic, where profile otmt-1.0.5 takes them. */
export function warnOfOffTopicEquals({ profile, measures: chosen }: Settings, log: Log): void {
  const names = chosen
    .filter((choice) => {
      const measure = findByKeyword(choice.keyword, measures);
      const isOwn = choice.threshold === measure?.cuts["otmt-1.0.5"].threshold;
      return measure !== undefined && !isOwn && callsEqualsOffTopic(measure, choice);
    })
    .map(({ name, threshold }) => `${name}=${String(threshold)}`);
  if (profile !== "otmt-1.0.5" || names.length === 0) return;
  log.warn(`warning: equal pages are off-topic by ${names.join(", ")} (--profile otmt-1.0.5)`);
}

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
