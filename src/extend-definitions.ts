/**
 * The part of `extend.ts` for settings, features, measures and writers, which also run in browsers. It lacks the tools of
 * commands, which need Node.
 */
export { defineExtension } from "./run/plugins/define-extension.js";
export { NotDefined } from "./base/failures.js";

/* Definitions. */
export type {
  Feature,
  FeatureRecord,
  FeatureRequest,
  Page,
  Sign,
  TermOptions,
} from "./page/types.js";
export type { Preprocessing, Settings } from "./score/settings/types.js";
export type {
  CollectionResult,
  MeasureResult,
  MementoResult,
  PairMeasure,
  PreprocessingFlags,
  Score,
} from "./score/types.js";
export type { Presentation, Result, TimeMapProblem, Writer } from "./write/types.js";

/* The elements of pages. */
export { hasNoElements, type PageElements, readElements } from "./page/html/element-tree.js";
export { TreeBuilder } from "./page/html/tree-builder.js";

/* Measures of the raw page. */
export {
  bySharedTerms,
  jaccardIndex,
  ofRawPages,
  type OfSizes,
  rawFlags,
  sharedTerms,
  wordFlags,
} from "./score/scoring/likeness.js";

/* Values of features, as JSON. */
export {
  asciiJson,
  isObject,
  type JsonRecord,
  members,
  parsedJson,
  parseForm,
} from "./base/json.js";
export { areCounts, areTexts } from "./page/feature-values.js";
export { append, groupBy, numberOf } from "./base/math/group-by.js";

/* Results and the text of outputs. */
export { compareDatetimes, sortDigits } from "./base/datetime.js";
export { createHash } from "./base/platform/machine.js";
export { hasImpossibleDate, verdictInTime } from "./base/possible-date.js";
export { counted, percentEncoded, printable } from "./base/text.js";
export { version } from "./base/version.js";
export { COMBINED, overallStatus, SIGNS_VOTE } from "./score/verdict/decide.js";
export { OffTopicRuns } from "./score/verdict/off-topic-runs.js";
export { measureOf, valueOf } from "./write/entry.js";
export { escapeXml } from "./write/formats/markup.js";
export { settingsJson } from "./write/settings-line.js";
export { byTimeMap, pageKindTitle, probabilityOf, replayedAt, whyText } from "./write/writing.js";

/* Words of pages. */
export { readFrequencies } from "./base/platform/data.js";
export type { TopicWords } from "./page/features/words.js";
export { primarySubtag, undetermined } from "./page/words/characters.js";
export { commonWords } from "./page/words/stop-words.js";
export { normaliseToken } from "./page/words/terms.js";

/* Evidence of a collection. */
export type {
  CollectionEvidence,
  OtherVotes,
  SurveyRound,
} from "./score/evidence/collection-evidence.js";
export { namesOf } from "./score/evidence/evidence.js";
export { Values as RecordValues } from "./score/scoring/compare.js";
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

/* Values, and checks of JSON from outside. */
export * as codec from "./base/codec.js";
export { requireByKeyword } from "./base/find.js";
export { memoise } from "./base/math/memo.js";
export { hash53 } from "./base/math/sketch.js";
export type { Capture, Json, JsonObject, Outcome, TopicStatus } from "./base/types.js";
export { surt } from "./base/uri.js";

export * from "./extend-settings.js";
