import type { OverallStatus } from "../base/types.js";

/**
 * Follows the verdicts on a TimeMap, oldest first, and finds its runs of off-topic mementos. A run ends with an on-topic memento:
 * one without a verdict is passed over, and so is an unsure one. `T` is whatever the caller wants to know of a memento.
 */
export class OffTopicRuns<T> {
  #count = 0;
  #lasts = false;
  #from: T | undefined;
  #to: T | undefined;

  add(status: OverallStatus | undefined, memento: T): void {
    if (status === "on-topic") this.#lasts = false;
    if (status !== "off-topic") return;
    if (!this.#lasts) {
      this.#count += 1;
      this.#from = memento;
    }
    this.#lasts = true;
    this.#to = memento;
  }

  get count(): number {
    return this.#count;
  }

  /** The first memento of the last run. */
  get from(): T | undefined {
    return this.#from;
  }

  /** The last memento of the last run; `undefined` if the TimeMap is still off-topic at its end. */
  get to(): T | undefined {
    return this.#lasts ? undefined : this.#to;
  }

  /** True if no on-topic memento follows the last run. */
  get lasts(): boolean {
    return this.#lasts;
  }
}
