/** The one entry of the core for extensions: what those of this package need of it. */
export { defineExtension, type ExtensionSpec } from "./command/define-extension.js";
export type { Extension, ExtensionParts } from "./run/plugins/define-extension.js";

/* Definitions. */
export { defineFeature, defineMeasure, defineRemover, defineWriter } from "./run/plugins/define.js";
export { defineInput } from "./run/plugins/define-input.js";

/* Options and commands. */
export {
  archiveChoices,
  settingsChoices,
  warnOfDamage,
  whatIsKept,
} from "./command/run-choices.js";
export { archivedFiles } from "./command/archived-files.js";
export { FetchedMementos } from "./command/fetched-mementos.js";

/* Reading captures and saved results. */
export type { DetectOptions } from "./run/detect-options.js";
export { loadExtensions } from "./run/extensions/load.js";
export { checkedSettings, prepareRun } from "./run/detect.js";
export { groupLines } from "./run/lines/groups.js";
export { inOrder } from "./run/lines/in-order.js";
export { decodeProblem, type MappedRecord } from "./run/lines/lines.js";
export { finalLines } from "./run/lines/reached-lines.js";
export { RecordReader } from "./run/lines/record-reader.js";
export { type JoinOptions, readRecords } from "./run/map-reduce.js";
export { untilAborted } from "./run/setup/until-aborted.js";
export { decodeBody } from "./read/coding/content-coding.js";
export { takeLockFile } from "./read/http/directory/lock.js";
export { openServiceFetcher } from "./read/http/fetcher.js";
export type { LimitChoices } from "./read/http/limits.js";
export { nameText } from "./read/timemaps/page-kind.js";
export type { Fetcher } from "./read/types.js";
export {
  answer,
  type Answer,
  ArchivedRecords,
  LARGEST_ANSWER,
} from "./read/replay/archived-records.js";
export { type BrowserAnswer, DrawnPages, type PageRequest, Replay } from "./read/replay/replay.js";

/* Pages and scores. */
export { measures } from "./score/measures/index.js";
export { THRESHOLD_FORM, thresholdBasis } from "./score/settings/thresholds.js";
export { cssClasses } from "./page/features/class-names.js";
export type { Sign } from "./page/types.js";
export { pageKindOf } from "./score/evidence/page-kind.js";
export { planRun } from "./score/settings/plan.js";
export { strongSignal } from "./score/evidence/kinds.js";

/* Outputs. */
export { contentSecurityPolicy } from "./report/write-report.js";
export { jsonl } from "./write/writers/jsonl.js";

export * from "./extend-definitions.js";
export * from "./extend-results.js";
