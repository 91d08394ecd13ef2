/**
 * The part of `extend.ts` for settings, features and measures, which also run in browsers. It lacks the tools of
 * commands, which need Node.
 */
export { defineExtension } from "./run/plugins/define-extension.js";
export { NotDefined } from "./base/failures.js";

/* Definitions. */
export type { Feature, Page } from "./page/types.js";
export type { Settings } from "./score/settings/types.js";
export type { PairMeasure } from "./score/types.js";

/* The elements of pages. */
export { hasNoElements, type PageElements, readElements } from "./page/html/element-tree.js";
export { TreeBuilder } from "./page/html/tree-builder.js";

/* Measures of the raw page. */
export {
  bySharedTerms,
  jaccardIndex,
  type OfSizes,
  ofRawPages,
  sharedTerms,
} from "./score/likeness.js";

/* Values of features, as JSON. */
export { type JsonRecord, members } from "./base/json.js";
export { areCounts, areTexts } from "./page/feature-values.js";
export { numberOf } from "./base/math/group-by.js";

export * from "./extend-settings.js";
