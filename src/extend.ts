/** The one entry of the core for extensions: what those of this package need of it. */
export { defineExtension, type ExtensionSpec } from "./command/define-extension.js";
export type { Extension, ExtensionParts } from "./run/plugins/define-extension.js";
/* Definitions. */
export { defineFeature, defineMeasure, defineRemover, defineWriter } from "./run/plugins/define.js";
export { defineInput } from "./run/plugins/define-input.js";

/* Options and commands. */
export {
  chosenOf,
  type GivenText,
  type OptionDefinition,
  type OptionGroup,
  under,
  type Option,
  type Values,
} from "./base/option.js";
export { type Kind, parseDecimals, whole } from "./base/value-kinds.js";
export {
  type CommandContext,
  type CommandDefinition,
  defineCommand,
  type LoadCommand,
} from "./command/define-command.js";
export { exitStatus } from "./command/exit-status.js";
export { type Log, progressLine } from "./command/log.js";
export { fetchOptions, inputOption } from "./command/options/input.js";
export { formOption, outputOption, replayOption } from "./command/options/output.js";
export { pluginsOption, quietOption, workersOption } from "./command/options/running.js";
export { withOutput } from "./command/output.js";
export { archiveChoices, warnOfDamage, whatIsKept } from "./command/run-choices.js";

/* Reading captures and saved results. */
export { decodeBody } from "./read/coding/content-coding.js";
export { readDocuments } from "./read/documents/read-document.js";
export { inputs } from "./read/inputs/index.js";
export type { OnUnread } from "./read/types.js";
export { chooseInputs } from "./run/input-choices.js";
export type { DetectOptions } from "./run/detect-options.js";
export { loadExtensions } from "./run/extensions/load.js";
export { checkedSettings } from "./run/detect.js";
export { groupLines } from "./run/lines/groups.js";
export { inOrder } from "./run/lines/in-order.js";
export { decodeProblem, type MappedRecord } from "./run/lines/lines.js";
export { finalLines } from "./run/lines/reached-lines.js";
export { RecordReader } from "./run/lines/record-reader.js";
export { type JoinOptions, readRecords } from "./run/map-reduce.js";
export { untilAborted } from "./run/setup/until-aborted.js";
export { labelRows, readLabel } from "./write/decisions.js";
export { captureKey, insideUriM, type SavedMemento } from "./write/entry.js";
export { readResults, type SavedResults } from "./write/read-results.js";

/* Pages and scores. */
export { openPage } from "./page/page.js";
export { cssClasses } from "./page/features/class-names.js";
export type { Sign } from "./page/types.js";
export { pageKindOf } from "./score/evidence/page-kind.js";
export { planRun } from "./score/settings/plan.js";
export { strongSignal } from "./score/evidence/kinds.js";

/* Outputs. */
export { contentSecurityPolicy } from "./report/write-report.js";
export { csvRows, type OutputForms, requireForm } from "./write/formats/forms.js";
export { htmlPage, pageStyle } from "./write/formats/markup.js";

/* Text, numbers and files. */
export { parseDatetime } from "./base/datetime.js";
export { messageOf, whyUnreadable } from "./base/errors.js";
export { jsonFile } from "./base/json.js";
export { type Agreement, compareGroupings } from "./base/math/adjusted-rand-index.js";
export { symmetricEigen } from "./base/math/eigen.js";
export { Forest } from "./base/math/forest.js";
export { append, groupBy, pairUp } from "./base/math/group-by.js";
export { hash53 } from "./base/math/sketch.js";
export { readTextFile, readWholeFile, readWholeStream } from "./base/read-file.js";
export { counted, printableStart } from "./base/text.js";
export type { Capture, Json, Outcome, Problem } from "./base/types.js";
export { seedKey, warcUriM } from "./base/uri.js";

export * from "./extend-definitions.js";
