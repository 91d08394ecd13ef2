/**
 * The part of `extend.ts` for settings, features, measures, removers and writers, which also run in browsers. It lacks the tools of
 * commands, which need Node.
 */
export { defineExtension } from "./run/plugins/define-extension.js";
export { NotDefined } from "./base/failures.js";

/* Definitions. */
export type { BoilerplateRemover, Feature, Page } from "./page/types.js";
export type { Settings } from "./score/settings/types.js";
export type { MementoResult, PairMeasure } from "./score/types.js";
export type { Presentation, Result, TimeMapProblem, Writer } from "./write/types.js";

/* The elements and the text of pages. */
export { hasNoElements, type PageElements, readElements } from "./page/html/element-tree.js";
export { readPage } from "./page/html/html-walker.js";
export { TreeBuilder } from "./page/html/tree-builder.js";
export { codePoints, isBlank, spaceless } from "./page/words/characters.js";

/* Measures of the raw page. */
export {
  bySharedTerms,
  jaccardIndex,
  type OfSizes,
  ofRawPages,
  sharedTerms,
} from "./score/scoring/likeness.js";

/* Values of settings. */
export { requireChoice, share } from "./base/find.js";

/* Values of features, as JSON. */
export { type JsonRecord, members } from "./base/json.js";
export { areCounts, areTexts } from "./page/feature-values.js";
export { numberOf } from "./base/math/group-by.js";

/* Results and the text of outputs. */
export { compareDatetimes } from "./base/datetime.js";
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

export * from "./extend-settings.js";
