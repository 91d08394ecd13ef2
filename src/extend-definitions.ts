/**
 * The part of `extend.ts` for settings, features, measures and writers, which also run in browsers. It lacks the tools of
 * commands, which need Node.
 */
export { defineExtension } from "./run/plugins/define-extension.js";
export { NotDefined } from "./base/failures.js";

/* Definitions. */
export type { Feature, Page } from "./page/types.js";
export type { Settings } from "./score/settings/types.js";
export type { MementoResult, PairMeasure, TimeMapMeasure } from "./score/types.js";
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
  sharedTerms,
  wordFlags,
} from "./score/scoring/likeness.js";

/* Values of features, as JSON. */
export { type JsonRecord, members } from "./base/json.js";
export { areCounts, areTexts, textRequest } from "./page/feature-values.js";
export { numberOf } from "./base/math/group-by.js";
export {
  type Eigen,
  largestEigen,
  symmetricEigen,
  type SymmetricOperator,
} from "./base/math/eigen.js";
export { hash53 } from "./base/math/sketch.js";
export type { TermCounts } from "./page/features/words.js";

/* Results and the text of outputs. */
export { compareDatetimes, toFourteenDigits } from "./base/datetime.js";
export { createHash } from "./base/platform/machine.js";
export { hasImpossibleDate, verdictInTime } from "./base/possible-date.js";
export { percentEncoded, printable } from "./base/text.js";
export { version } from "./base/version.js";
export { COMBINED, SIGNS_VOTE } from "./score/verdict/decide.js";
export { OffTopicRuns } from "./score/verdict/off-topic-runs.js";
export { measureOf, valueOf } from "./write/entry.js";
export { escapeXml } from "./write/formats/markup.js";
export { settingsJson } from "./write/settings-line.js";
export { byTimeMap, pageKindTitle, probabilityOf, replayedAt, whyText } from "./write/writing.js";
export type { CountedTerms } from "./base/types.js";
export { LABELS } from "./write/decisions.js";

export * from "./extend-settings.js";
