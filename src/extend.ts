/** The one entry of the core for extensions: what those of this package need of it. */
export { defineExtension, type ExtensionSpec } from "./command/define-extension.js";
export type { Extension, ExtensionParts } from "./run/plugins/define-extension.js";

/* Definitions. */
export { defineFeature, defineMeasure, defineRemover, defineWriter } from "./run/plugins/define.js";
export { defineInput } from "./run/plugins/define-input.js";
export {
  defineEvidence,
  type EvidenceSpec,
  type EvidenceSurvey,
  type EvidenceVote,
  type OwnEvidence,
  type SurveyedMemento,
} from "./run/plugins/define-evidence.js";
export {
  type LinePlace,
  surveyData,
  surveyedRecords,
  surveyPartials,
  surveyRecords,
} from "./run/map-reduce.js";

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
export { decodeBody } from "./read/coding/content-coding.js";
export { readDocuments } from "./read/documents/read-document.js";
export { inputs } from "./read/inputs/index.js";
export type { OnUnread } from "./read/types.js";
export { chooseInputs } from "./run/input-choices.js";
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
export { takeLockFile } from "./read/http/directory/lock.js";
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
export { openPage } from "./page/page.js";
export { cssClasses } from "./page/features/class-names.js";
export type { RecordGroup } from "./page/types.js";
export { pageKindOf } from "./score/evidence/page-kind.js";
export { type Plan, planRun } from "./score/settings/plan.js";
export { strongSignal } from "./score/evidence/kinds.js";

/* Outputs. */
export { contentSecurityPolicy } from "./report/write-report.js";
export { jsonl } from "./write/writers/jsonl.js";

/* Numbers and files. */
export { type Agreement } from "./base/math/adjusted-rand-index.js";
export { whyUnreadable } from "./base/errors.js";
export { readWholeFile, readWholeStream } from "./base/read-file.js";

export { FORMATS } from "./base/content-type.js";
export { refuse, unavailable } from "./base/errors.js";
export { Shuffle, Spill } from "./base/shuffle.js";
export { placedLines, requireReadable } from "./command/lines.js";
export { linesIn } from "./command/option-values.js";
export { recordOptions, readingFiles } from "./command/options/settings.js";
export { warnOfUnused } from "./command/overridden-results.js";
export { suffixOf } from "./command/write-results.js";
export type { Outlinks } from "./page/features/outlinks.js";
export type { LanguageDetector } from "./page/words/language-detector.js";
export { Access } from "./read/http/access.js";
export type { FetcherHandle } from "./read/http/fetcher.js";
export { pageFileInput } from "./read/documents/page-files.js";
export { readSeeds } from "./read/crawls/seeds.js";
export { bodyText, header, redirectTarget } from "./read/timemaps/response.js";
export { parseBound } from "./read/timemaps/select.js";
export { uriROf } from "./read/timemaps/uri.js";
export type { ArchiveChoice, FetchedResponse, Input, RawRule } from "./read/types.js";
export { whyNoPage } from "./read/captures/why-no-page.js";
export { dataOf, definitionsIn } from "./run/collection/survey.js";
export { extractRecords } from "./run/map.js";
export {
  bindFeatures,
  type BoundFeature,
  definitionsOf,
  extractFeatures,
  loadFor,
  openBody,
  pageLimits,
} from "./run/records/extract.js";
export { mementoLines } from "./run/reduce/reduce.js";
export type { RunOptions, RunProgress } from "./run/setup/run-options.js";
export { RunningTally, type Tally } from "./run/setup/tally.js";
export { pageSizeSetting } from "./score/settings/memento-settings.js";
export type { SettingsChoices } from "./score/settings/settings.js";
export { verdictSettings } from "./score/settings/verdict-settings.js";
export type { Overrides } from "./write/overrides.js";
export { modules } from "./extend-modules.js";

export { jsonLine } from "./base/json.js";
export { type InputItem } from "./base/types.js";
export { parseDecimal } from "./base/value-kinds.js";
export { type ProgressLine } from "./command/log.js";
export { archiveOptions } from "./command/options/input.js";
export { formBySuffix, overridesOption } from "./command/options/output.js";
export { memoryOption } from "./command/options/running.js";
export { checkOptions } from "./run/detect-options.js";
export { checkedRun, runOptions as openRun } from "./run/detect.js";
export { Turns } from "./run/setup/until-aborted.js";

export * from "./extend-definitions.js";
export * from "./extend-results.js";
