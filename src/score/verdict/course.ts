import type { OverallStatus, TopicStatus } from "../../base/types.js";

/**
 * Course of the verdicts on a TimeMap over time. `always-on` and `always-off` mean that all verdicts are the same.
 * `first-off` begins off-topic. `single` has one run of off-topic mementos between on-topic mementos. `step` has one
 * run that lasts to the end. `oscillating` has several runs. Mementos without a verdict or
 * with an impossible date are skipped.
 */
export type Pattern = "always-on" | "step" | "single" | "oscillating" | "first-off" | "always-off";

/** Words for patterns in everything that people read. They say when the seed is off-topic. */
export const PATTERN_TITLES: Readonly<Record<Pattern, string>> = {
  "always-on": "never",
  step: "from one day on",
  single: "one period",
  oscillating: "comes and goes",
  "first-off": "at first",
  "always-off": "always",
};

/**
 * Follows the verdicts on a TimeMap, oldest first, and finds its runs of off-topic mementos. A run ends at an on-topic
 * memento. Mementos that are unsure or have no verdict are skipped. `T` is the caller's data about a memento.
 */
export class Course<T = undefined> {
  /** Number of runs. */
  count = 0;
  /** True if no on-topic memento follows the last run. */
  lasts = false;
  /** First memento of the last run. */
  from: T | undefined;
  firstOff: T | undefined;
  lastOn: T | undefined;
  #to: T | undefined;
  #begins: TopicStatus | undefined;

  add(status: OverallStatus | undefined, memento?: T): void {
    if (status === undefined || status === "unsure") return;
    this.#begins ??= status;
    if (status === "on-topic") this.lastOn = memento;
    else {
      if (!this.lasts) {
        this.count += 1;
        this.from = memento;
      }
      this.firstOff ??= memento;
      this.#to = memento;
    }
    this.lasts = status === "off-topic";
  }

  /** Last memento of the last run. It is `undefined` if the TimeMap is still off-topic at its end. */
  get to(): T | undefined {
    return this.lasts ? undefined : this.#to;
  }

  /** First off-topic memento after the last on-topic one. */
  get offAfter(): T | undefined {
    return this.lasts && this.lastOn !== undefined ? this.from : undefined;
  }

  get pattern(): Pattern | undefined {
    if (this.#begins === undefined) return undefined;
    if (this.count === 0) return "always-on";
    if (this.#begins === "off-topic")
      return this.lasts && this.count === 1 ? "always-off" : "first-off";
    if (this.count > 1) return "oscillating";
    return this.lasts ? "step" : "single";
  }
}
