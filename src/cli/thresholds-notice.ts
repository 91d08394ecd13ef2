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

/** What commander makes of options that may have no effect. */
interface IdleFlags {
  readonly thresholds?: string;
  readonly numberOfTopics?: string;
}

/** Says which options have no effect: whoever gave them would wait for it in vain. */
export function warnOfIdleOptions(
  { thresholds, numberOfTopics }: IdleFlags,
  { combine, measures: chosen }: Pick<Settings, "combine" | "measures">,
  log: Log,
): void {
  if (thresholds !== undefined && combine === "learned") {
    log.warn(
      "--thresholds changes no overall verdict here: the learned combination decides. Leave --profile default or " +
        "--combine learned out, and the measures do.",
    );
  }
  const hasTopics = chosen.some(({ keyword }) => TOPIC_MEASURES.includes(keyword));
  if (numberOfTopics !== undefined && !hasTopics) {
    log.info(
      `--number-of-topics has no effect: it is for ${TOPIC_MEASURES.join(" and ")}, which this run does not compute.`,
    );
  }
}

const TOPIC_MEASURES: readonly string[] = ["gensim_lsi", "gensim_lda"];
