import type { OverallStatus, TopicStatus } from "../../base/types.js";
import type { Pattern } from "../types.js";
import { OffTopicRuns } from "./off-topic-runs.js";

/** Words for patterns in everything that people read. They say when the seed is off-topic. */
export const PATTERN_TITLES: Readonly<Record<Pattern, string>> = {
  "always-on": "never",
  step: "from one day on",
  single: "one period",
  oscillating: "comes and goes",
  "first-off": "at first",
  "always-off": "always",
};

/** Follows the verdicts on a TimeMap, oldest first, and determines their `Pattern`. */
export class PatternFinder {
  readonly #offRuns = new OffTopicRuns<undefined>();
  #first: TopicStatus | undefined;
  #anyOn = false;

  /** Mementos that are unsure or have no verdict are skipped. */
  add(status: OverallStatus | undefined): void {
    if (status === undefined || status === "unsure") return;
    this.#first ??= status;
    if (status === "on-topic") this.#anyOn = true;
    this.#offRuns.add(status, undefined);
  }

  pattern(): Pattern | undefined {
    if (this.#first === undefined) return undefined;
    if (!this.#anyOn) return "always-off";
    if (this.#offRuns.count === 0) return "always-on";
    if (this.#first === "off-topic") return "first-off";
    if (this.#offRuns.count > 1) return "oscillating";
    return this.#offRuns.lasts ? "step" : "single";
  }
}
