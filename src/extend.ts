/** The one entry of the core for extensions: what those of this package need of it. */

/* Options, text, numbers, dates and files. */
export { refuse, unavailable, whyUnreadable } from "./base/errors.js";
export { jsonLine, jsonText } from "./base/json.js";
export type { Agreement } from "./base/math/adjusted-rand-index.js";
export { sketchBands } from "./base/math/near-groups.js";
export { readWholeFile, readWholeStream } from "./base/read-file.js";
export { urisOfSeed } from "./base/seed-match.js";
export { Shuffle, Spill } from "./base/shuffle.js";
export type { InputItem } from "./base/types.js";
export { percentDecoded } from "./base/uri.js";

/* Captures and their archives. */
export { fetchMemento } from "./read/archives/fetch-memento.js";
export { whyNoPage } from "./read/captures/why-no-page.js";
export { decodeBody } from "./read/coding/content-coding.js";
export { readSeeds } from "./read/crawls/seeds.js";
export { pageFileInput } from "./read/documents/page-files.js";
export { readDocuments } from "./read/documents/read-document.js";
export { Access } from "./read/http/access.js";
export { takeLockFile } from "./read/http/directory/lock.js";
export { type FetcherHandle, openFetcher } from "./read/http/fetcher.js";
export type { LimitChoices } from "./read/http/limits.js";
export { inputs } from "./read/inputs/index.js";
export {
  answer,
  type Answer,
  ArchivedRecords,
  LARGEST_ANSWER,
} from "./read/replay/archived-records.js";
export { type BrowserAnswer, DrawnPages, type PageRequest, Replay } from "./read/replay/replay.js";
export { nameText } from "./read/timemaps/page-kind.js";
export { bodyText, header, redirectTarget } from "./read/timemaps/response.js";
export { parseBound } from "./read/timemaps/select.js";
export { uriROf } from "./read/timemaps/uri.js";
export type {
  ArchiveChoice,
  FetchedResponse,
  Fetcher,
  Input,
  OnUnread,
  RawRule,
} from "./read/types.js";

/* Pages and their features. */
export { cssClasses } from "./page/features/class-names.js";
export type { Outlinks } from "./page/features/outlinks.js";
export { hashesOf, sketchSize } from "./page/features/words.js";
export { openPage } from "./page/page.js";
export type { RecordGroup } from "./page/types.js";
export type { LanguageDetector } from "./page/words/language-detector.js";

/* Settings, measures, evidence and verdicts. */
export { measures } from "./score/measures/index.js";
export { pageSizeSetting } from "./score/settings/memento-settings.js";
export { type Plan, planRun } from "./score/settings/plan.js";
export type { SettingsChoices } from "./score/settings/settings.js";
export { THRESHOLD_FORM, thresholdBasis } from "./score/settings/thresholds.js";
export { verdictSettings } from "./score/settings/verdict-settings.js";

/* Results and outputs. */
export { type Overrides, verdictOn } from "./write/overrides.js";
export { jsonl } from "./write/writers/jsonl.js";

/* Runs. */
export { dataOf, definitionsIn } from "./run/collection/survey.js";
export { checkOptions, type DetectOptions } from "./run/detect-options.js";
export { checkedRun, checkedSettings, prepareRun, runOptions as openRun } from "./run/detect.js";
export { loadExtensions } from "./run/extensions/load.js";
export { chooseInputs } from "./run/input-choices.js";
export { groupLines } from "./run/lines/groups.js";
export { inOrder } from "./run/lines/in-order.js";
export {
  ascii,
  decodeLine,
  decodeProblem,
  type MappedRecord,
  parseLine,
} from "./run/lines/lines.js";
export { finalLines } from "./run/lines/reached-lines.js";
export { RecordReader } from "./run/lines/record-reader.js";
export {
  type JoinOptions,
  type LinePlace,
  readRecords,
  surveyData,
  surveyedRecords,
  surveyPartials,
  surveyRecords,
} from "./run/map-reduce.js";
export { extractRecords } from "./run/map.js";
export {
  defineEvidence,
  type EvidenceSpec,
  type EvidenceSurvey,
  type EvidenceVote,
  type OwnEvidence,
  type SurveyedMemento,
} from "./run/plugins/define-evidence.js";
export type { Extension, ExtensionParts } from "./run/plugins/define-extension.js";
export { defineInput } from "./run/plugins/define-input.js";
export { defineFeature, defineMeasure, defineRemover, defineWriter } from "./run/plugins/define.js";
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
export { type FetchCheck, RunningTally, type Tally } from "./run/setup/tally.js";
export { Turns, untilAborted } from "./run/setup/until-aborted.js";

/* Reports. */
export { contentSecurityPolicy } from "./report/write-report.js";

/* Commands and their options. */
export { archivedFiles } from "./command/archived-files.js";
export { defineExtension, type ExtensionSpec } from "./command/define-extension.js";
export { FetchedMementos } from "./command/fetched-mementos.js";
export { placedLines, requireReadable } from "./command/lines.js";
export type { ProgressLine } from "./command/progress.js";
export { linesIn } from "./command/option-values.js";
export { archiveOptions } from "./command/options/input.js";
export { formBySuffix, overridesOption } from "./command/options/output.js";
export { memoryOption } from "./command/options/running.js";
export { readingFiles, recordOptions } from "./command/options/settings.js";
export { warnOfUnused } from "./command/overridden-results.js";
export {
  archiveChoices,
  settingsChoices,
  warnOfDamage,
  whatIsKept,
} from "./command/run-choices.js";
export { suffixOf, writeTexts } from "./command/write-results.js";

export * from "./extend-definitions.js";
export * from "./extend-results.js";
