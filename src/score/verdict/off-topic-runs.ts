import type { OverallStatus } from "../../base/types.js";

/**
 * Follows the verdicts on a TimeMap, oldest first, and finds its runs of off-topic mementos. A run ends at an on-topic
 * memento. Mementos that are unsure or have no verdict are skipped. `T` is the caller's data about a memento.
 */
export class OffTopicRuns<T> {
  count = 0;
  /** True if no on-topic memento follows the last run. */
  lasts = false;
  /** First memento of the last run. */
  from: T | undefined;
  #to: T | undefined;

  add(status: OverallStatus | undefined, memento: T): void {
    if (status === "on-topic") this.lasts = false;
    if (status !== "off-topic") return;
    if (!this.lasts) {
      this.count += 1;
      this.from = memento;
    }
    this.lasts = true;
    this.#to = memento;
  }

  /** Last memento of the last run. It is `undefined` if the TimeMap is still off-topic at its end. */
  get to(): T | undefined {
    return this.lasts ? undefined : this.#to;
  }
}
