import type { History } from "./history/history.js";
import type { RunOptions } from "./setup/run-options.js";

/** The options of a run whose inputs are open, with the history of earlier runs, if it has one. All its steps take it. */
export interface OpenedRun extends RunOptions {
  readonly history?: History | undefined;
}
