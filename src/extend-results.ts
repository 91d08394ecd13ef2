/**
 * The part of `extend.ts` for commands that work on saved results. It loads nothing that only runs need, so that such
 * commands start as fast as those of the core.
 */

/* Options, text, numbers, dates and files. */
export { isHtml, mediaType } from "./base/content-type.js";
export { compareDatetimes, parseDatetime, toFourteenDigits } from "./base/datetime.js";
export { messageOf, whileWriting } from "./base/errors.js";
export { requireByKeyword, requireChoice, share } from "./base/find.js";
export { jsonFile, members, parsedJson, parseObject } from "./base/json.js";
export { compareGroupings } from "./base/math/adjusted-rand-index.js";
export {
  lowerBound,
  type ShareInterval,
  upperBound,
  wilsonInterval,
} from "./base/math/binomial.js";
export { Forest } from "./base/math/forest.js";
export { append, groupBy, pairUp } from "./base/math/group-by.js";
export { NearGroups, simhashBands } from "./base/math/near-groups.js";
export { seededRandom } from "./base/math/random.js";
export { hammingDistance, type Simhash, simhashFromDecimal } from "./base/math/simhash.js";
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
export { isRemote } from "./base/platform/files.js";
export { readTextFile } from "./base/read-file.js";
export { replaceFile } from "./base/replace-file.js";
export { counted, printable, printableStart, tsvRows } from "./base/text.js";
export type { Capture, Json, Outcome, OverallStatus, Problem, TopicStatus } from "./base/types.js";
export { seedKey, surt, warcUriM } from "./base/uri.js";
export { type Kind, parseDecimal, parseDecimals, whole, wholes } from "./base/value-kinds.js";
export { version } from "./base/version.js";

/* Settings, measures, evidence and verdicts. */
export { titleOfKind } from "./score/evidence/kinds.js";
export { formatMeasureName } from "./score/scoring/measure-id.js";
export { parseModel } from "./score/settings/default-model.js";
export type { LearnedModel, ProfileName } from "./score/settings/types.js";
export type { Measure, Score } from "./score/types.js";
export { topicStatus } from "./score/verdict/decide.js";
export { inputName } from "./score/verdict/learned.js";

/* Results and outputs. */
export {
  type Decision,
  formatDecisions,
  isDecided,
  type LabelColumns,
  labelRows,
  mergeDecisions,
  ofOtherRuns,
  parseDecisions,
  readLabel,
  uriMOf,
} from "./write/decisions.js";
export {
  captureKey,
  insideUriM,
  measureOf,
  measuresOf,
  type SavedMemento,
  scoreIn,
  scoreOf,
  valueOf,
} from "./write/entry.js";
export {
  csvRows,
  type OutputForms,
  requireForm,
  type Table,
  tableForms,
  textTable,
} from "./write/formats/forms.js";
export { escapeXml, htmlPage, pageStyle, svgStart } from "./write/formats/markup.js";
export { computedOf } from "./write/overrides.js";
export { parseResults, readResults, type SavedResults } from "./write/read-results.js";
export { runDigest } from "./write/run-digest.js";
export { knownKind } from "./write/writing.js";

/* Runs. */
export { extensionsOfMeasures, loadNamed } from "./run/extensions/named.js";
export { holdsResults } from "./run/input-choices.js";
export { collectionMeasuresKnown } from "./run/plugins/catalogue.js";
export { defineExtension } from "./run/plugins/define-extension.js";

/* Reports. */
export {
  axesOf,
  type Axis,
  type ChosenAxes,
  knownMeasures,
  type ThresholdGrid,
  thresholdGrid,
  thresholdsOf,
} from "./report/axis.js";
export {
  formatPicturesIndex,
  parsePicturesIndex,
  pictureOfCapture,
  type PictureOfCapture,
  PICTURES_INDEX,
} from "./report/pictures-index.js";
export {
  type DecidedCounts,
  decidedCounts,
  decidedText,
  type Listed,
  type ListSize,
  reviewList,
  sizeOf,
  sizeText,
} from "./report/saved-list.js";
export { RANDOM_DRAWS } from "./report/review-queue.js";

/* Commands and their options. */
export {
  type CommandContext,
  type CommandDefinition,
  type CommandEnd,
  defineCommand,
  type LoadCommand,
} from "./command/define-command.js";
export { exitStatus, statusOfFailures } from "./command/exit-status.js";
export type { Log } from "./command/log.js";
export { progressLine } from "./command/progress.js";
export { parseService } from "./command/option-values.js";
export { fetchOptions, inputOption, requestOptions } from "./command/options/input.js";
export {
  CUT_PROFILES,
  formOption,
  outputOption,
  replayOption,
  STATUSES,
} from "./command/options/output.js";
export {
  cacheFileOption,
  messageOptions,
  pluginsOption,
  quietOption,
  workersOption,
} from "./command/options/running.js";
export { decidesScores, runOptions } from "./command/options/settings.js";
export { type OutputFile, withOutput, withOutputs } from "./command/output.js";

export * from "./extend-settings.js";
