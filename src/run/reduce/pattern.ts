import type { Pattern, TopicStatus } from "../../types.js";

/** Follows the verdicts on a TimeMap, oldest first, and names how they go: see `Pattern`. */
export class PatternFinder {
  #offRuns = 0;
  #last: TopicStatus | undefined;
  #first: TopicStatus | undefined;
  #anyOn = false;

  /** The next verdict; a memento without one tells nothing. */
  add(status: TopicStatus | undefined): void {
    if (status === undefined) return;
    this.#first ??= status;
    if (status === "on-topic") this.#anyOn = true;
    else if (this.#last !== "off-topic") this.#offRuns += 1;
    this.#last = status;
  }

  /** undefined where there was no verdict at all. */
  pattern(): Pattern | undefined {
    if (this.#first === undefined) return undefined;
    if (!this.#anyOn) return "always-off";
    if (this.#offRuns === 0) return "always-on";
    if (this.#first === "off-topic") return "first-off";
    if (this.#offRuns > 1) return "oscillating";
    return this.#last === "off-topic" ? "step" : "single";
  }
}
