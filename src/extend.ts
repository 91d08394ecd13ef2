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

/* Options and commands. */
export {
  chosenOf,
  flagOf,
  type GivenText,
  type Option,
  type OptionDefinition,
  type OptionGroup,
  under,
  type Values,
} from "./base/option.js";
export { type Kind, parseDecimal, parseDecimals, whole } from "./base/value-kinds.js";
export {
  type CommandContext,
  type CommandDefinition,
  defineCommand,
  type LoadCommand,
} from "./command/define-command.js";
export { exitStatus, statusOfFailures } from "./command/exit-status.js";
export { placedLines, requireReadable } from "./command/lines.js";
export { type Log, type ProgressLine, progressLine } from "./command/log.js";
export { linesIn } from "./command/option-values.js";
export { archiveOptions, fetchOptions, inputOption } from "./command/options/input.js";
export {
  formBySuffix,
  formOption,
  outputOption,
  overridesOption,
  replayOption,
} from "./command/options/output.js";
export {
  memoryOption,
  messageOptions,
  pluginsOption,
  quietOption,
  workersOption,
} from "./command/options/running.js";
export { readingFiles, recordOptions, runOptions } from "./command/options/settings.js";
export { withOutput } from "./command/output.js";
export { warnOfUnused } from "./command/overridden-results.js";
export {
  archiveChoices,
  settingsChoices,
  warnOfDamage,
  whatIsKept,
} from "./command/run-choices.js";
export { suffixOf, writeTexts } from "./command/write-results.js";
export { pageSizeSetting } from "./score/settings/memento-settings.js";
export { verdictSettings } from "./score/settings/verdict-settings.js";

/* Runs and their steps. */
export { dataOf, definitionsIn } from "./run/collection/survey.js";
export { checkOptions, type DetectOptions } from "./run/detect-options.js";
export { checkedRun, checkedSettings, runOptions as openRun } from "./run/detect.js";
export { loadExtensions } from "./run/extensions/load.js";
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
  bindFeatures,
  type BoundFeature,
  definitionsOf,
  extractFeatures,
  loadFor,
  openBody,
  pageLimits,
} from "./run/records/extract.js";
export type { RunOptions, RunProgress } from "./run/setup/run-options.js";
export { RunningTally, type Tally } from "./run/setup/tally.js";
export { Turns, untilAborted } from "./run/setup/until-aborted.js";

/* Records. */
export { Shuffle, Spill } from "./base/shuffle.js";
export type { RecordGroup } from "./page/types.js";
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
export { mementoLines } from "./run/reduce/reduce.js";

/* Archives, and what they answer. */
export { FORMATS } from "./base/content-type.js";
export type { InputItem, Problem } from "./base/types.js";
export { Access } from "./read/http/access.js";
export type { FetcherHandle } from "./read/http/fetcher.js";
export { pageFileInput } from "./read/sources/page-files.js";
export { readSeeds } from "./read/sources/seeds.js";
export { bodyText, header, redirectTarget } from "./read/timemaps/response.js";
export { parseBound } from "./read/timemaps/select.js";
export { uriROf } from "./read/timemaps/uri.js";
export type { ArchiveChoice, FetchedResponse, Input, RawRule } from "./read/types.js";
export { whyNoPage } from "./read/why-no-page.js";

/** Modules that are large and that few extensions need. They are loaded when they are used. */
export const modules = {
  /** The fetcher, which is polite and records what it fetches. */
  fetcher: () => import("./read/http/fetcher.js"),
  /** Requests of single mementos from an archive. */
  mementos: () => import("./read/archives/fetch-memento.js"),
  /** The registered domain of a URI-R. */
  sites: () => import("./base/site.js"),
} as const;

/* Pages and scores. */
export { cssClasses } from "./page/features/class-names.js";
export type { Outlinks } from "./page/features/outlinks.js";
export { hashesOf, sketchSize } from "./page/features/words.js";
export type { LanguageDetector } from "./page/words/language-detector.js";
export { bandsOf } from "./score/evidence/elsewhere.js";
export { strongSignal } from "./score/evidence/kinds.js";
export { pageKindOf } from "./score/evidence/page-kind.js";
export { type Plan, planRun } from "./score/settings/plan.js";
export type { SettingsChoices } from "./score/settings/settings.js";
export type { Measure } from "./score/types.js";

/* Saved results, decisions and outputs. */
export { contentSecurityPolicy } from "./report/write-report.js";
export { formatDecisions, labelRows, readLabel, uriMOf } from "./write/decisions.js";
export { captureKey, insideUriM, type SavedMemento } from "./write/entry.js";
export { csvRows, type OutputForms } from "./write/formats/forms.js";
export { htmlPage, pageStyle, svgStart } from "./write/formats/markup.js";
export type { Overrides } from "./write/overrides.js";
export { readResults, type SavedResults } from "./write/read-results.js";

/* Text, numbers and files. */
export { parseDatetime, toFourteenDigits } from "./base/datetime.js";
export { refuse, unavailable } from "./base/errors.js";
export { requireChoice, share } from "./base/find.js";
export { jsonFile, jsonLine, jsonText, parseObject } from "./base/json.js";
export { compareGroupings } from "./base/math/adjusted-rand-index.js";
export { wilsonInterval } from "./base/math/binomial.js";
export { symmetricEigen } from "./base/math/eigen.js";
export { Forest } from "./base/math/forest.js";
export { pairUp } from "./base/math/group-by.js";
export { readTextFile } from "./base/read-file.js";
export { printableStart } from "./base/text.js";
export { percentDecoded, seedKey, warcUriM } from "./base/uri.js";

export * from "./extend-definitions.js";
