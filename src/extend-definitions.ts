/**
 * The part of `extend.ts` for settings, features, measures, removers and writers, which also run in browsers. It lacks the tools of
 * commands, which need Node.
 */

/* Options, text, numbers, dates and files. */
export { compareDatetimes, parseDatetime, sortDigits, toFourteenDigits } from "./base/datetime.js";
export { NotDefined } from "./base/failures.js";
export { requireByKeyword, requireChoice, share } from "./base/find.js";
export {
  asciiJson,
  isObject,
  type JsonRecord,
  parsedJson,
  members,
  parseForm,
} from "./base/json.js";
export {
  type Eigen,
  largestEigen,
  symmetricEigen,
  type SymmetricOperator,
} from "./base/math/eigen.js";
export { append, groupBy, numberOf } from "./base/math/group-by.js";
export { memoise } from "./base/math/memo.js";
export { hash53 } from "./base/math/sketch.js";
export { readFrequencies } from "./base/platform/data.js";
export { createHash } from "./base/platform/machine.js";
export { hasImpossibleDate, verdictInTime } from "./base/possible-date.js";
export { counted, percentEncoded, printable } from "./base/text.js";
export type {
  Capture,
  CountedTerms,
  Json,
  JsonObject,
  Outcome,
  TopicStatus,
} from "./base/types.js";
export { isTimeMapKey, resolveLocation, seedKey, surt } from "./base/uri.js";
export { version } from "./base/version.js";

/* Pages and their features. */
export { areCounts, areTexts, textRequest } from "./page/feature-values.js";
export type { TermCounts, TopicWords } from "./page/features/words.js";
export { hasNoElements, type PageElements, readElements } from "./page/html/element-tree.js";
export { outlineOfAny } from "./page/html/outline.js";
export { readPage } from "./page/html/html-walker.js";
export { TreeBuilder } from "./page/html/tree-builder.js";
export type {
  BoilerplateRemover,
  Feature,
  FeatureRecord,
  FeatureRequest,
  Page,
  Sign,
  TermOptions,
} from "./page/types.js";
export {
  codePoints,
  isBlank,
  primarySubtag,
  spaceless,
  undetermined,
} from "./page/words/characters.js";
export { commonWords } from "./page/words/stop-words.js";
export { normaliseToken } from "./page/words/terms.js";

/* Settings, measures, evidence and verdicts. */
export type {
  CollectionEvidence,
  LineSource,
  OtherVotes,
  SurveyRound,
} from "./score/evidence/collection-evidence.js";
export { namesOf } from "./score/evidence/evidence.js";
export { strongSignal } from "./score/evidence/kinds.js";
export { pageKindOf } from "./score/evidence/page-kind.js";
export { Values as RecordValues } from "./score/scoring/compare.js";
export {
  bySharedTerms,
  jaccardIndex,
  ofRawPages,
  type OfSizes,
  rawFlags,
  sharedTerms,
  wordFlags,
} from "./score/scoring/likeness.js";
export type { CollectionChoices } from "./score/settings/collection-choices.js";
export type {
  CollectionChoice,
  CollectionMeasure,
  CollectionSettings,
  TopicElement,
  TopicElements,
  TopicMeasure,
  TopicPart,
  TopicVote,
} from "./score/settings/topic-types.js";
export type { Preprocessing, Settings } from "./score/settings/types.js";
export type {
  CollectionResult,
  MeasureResult,
  MementoResult,
  PairMeasure,
  PreprocessingFlags,
  Score,
  TimeMapMeasure,
} from "./score/types.js";
export { COMBINED, overallStatus, SIGNS_VOTE } from "./score/verdict/decide.js";
export { OffTopicRuns } from "./score/verdict/off-topic-runs.js";

/* Results and outputs. */
export {
  type CaptureColumn,
  captureColumns,
  type CellValue,
  type ColumnType,
} from "./write/columns.js";
export { LABELS } from "./write/decisions.js";
export { measureOf, valueOf } from "./write/entry.js";
export { escapeXml } from "./write/formats/markup.js";
export { settingsJson, settingsLine } from "./write/settings-line.js";
export type { Presentation, Result, TimeMapProblem, Writer } from "./write/types.js";
export { byTimeMap, pageKindTitle, probabilityOf, replayedAt, whyText } from "./write/writing.js";

/* Runs. */
export { defineExtension } from "./run/plugins/define-extension.js";

export * as codec from "./base/codec.js";

export * from "./extend-settings.js";
