/** The library's contents page. */

/* A run. */
export { detect, prepareRun } from "./pipeline/detect.js";
export type { DetectOptions, FetchingOptions } from "./pipeline/detect-options.js";
export type { OwnDefinitions } from "./pipeline/definitions.js";
export type { CacheChoice } from "./pipeline/cache-folder.js";
export { inShard } from "./pipeline/run-options.js";
export type { Damage, RunProgress, Shard, Tally } from "./pipeline/run-options.js";
export type { Run } from "./pipeline/run.js";
export { UsageError } from "./errors.js";
export type { AccessChoices, AccessCookie, AccessHeader, Login } from "./http/access.js";
export type { FetcherHandle } from "./http/fetcher.js";
export type { LimitChoices } from "./http/limits.js";
export type { Statistics } from "./http/statistics.js";

/* Its steps. */
export {
  elsewherePlaces,
  elsewhereRecords,
  mapRecords,
  reduceRecords,
  resolveRecords,
  resolveRound,
  type LinePlace,
  type Mapped,
  type RecordsOptions,
  type Reduced,
} from "./pipeline/map-reduce.js";

/* What is chosen for it. */
export { profiles, type Profile } from "./settings/profiles.js";
export { resolveSettings, type Definitions, type SettingsChoices } from "./settings/settings.js";
export type { CollectionChoices } from "./settings/collection-choices.js";
export type { MeasureSteps, PreprocessingChoices, WordSteps } from "./settings/preprocessing.js";
export { parseModel } from "./settings/default-model.js";
export { parseStopWords } from "./settings/preprocessing.js";
export { parseThresholdFile } from "./settings/thresholds.js";
export type { ThresholdFile, TunedThreshold } from "./settings/thresholds.js";
export { readElsewhere, type ElsewhereTable } from "./scoring/elsewhere.js";

/* Definitions of ours, and of one's own. */
export { features } from "./pages/features/index.js";
export { inputs } from "./inputs/index.js";
export { measures } from "./scoring/measures/index.js";
export { removers } from "./pages/boilerplate/index.js";
export { writers } from "./results/writers/index.js";
export type { Candidate, CoreReport } from "./topic/build-profile.js";
export { collectionMeasures } from "./topic/collection-measures.js";
export type { Occurrence, Weighed } from "./topic/document.js";
export {
  defineFeature,
  defineMeasure,
  defineRemover,
  defineWriter,
  type FeatureChoice,
  type FeatureSpec,
  type FeatureValues,
  type MeasureSpec,
  type RemoverSpec,
  type TextChoice,
  type ValueOf,
  type WriterSpec,
} from "./plugins/define.js";
export { defineInput, type InputSpec } from "./plugins/define-input.js";
export { loadPlugins, type PluginDefinitions } from "./plugins/load.js";
export { NotDefined } from "./failures.js";
export { givenPages, type GivenPage } from "./inputs/read/files.js";
export { readWarc, type ReadWarcOptions, type WarcSource } from "./inputs/read/warc-bytes.js";
export { printable, type PrintableForm } from "./mementos/text.js";
export type { SiteLinks } from "./pages/features/site-links.js";
export type { TermCounts } from "./pages/features/words.js";
export type * from "./types.js";
export { version } from "./version.js";

/* Saved results. */
export {
  readResults,
  type SavedChoice,
  type SavedResults,
  type SavedRun,
} from "./results/read-results.js";
export type { SavedMemento } from "./results/entry.js";
export { parseOverrides, type Overrides } from "./results/overrides.js";
export { excludeDuplicates } from "./results/companions/select.js";
export { selectByLanguage } from "./results/companions/select.js";
export { selectHighQuality } from "./results/companions/select.js";
export { clusterBySimhash, type Clustered } from "./results/companions/similar.js";
export { sliceByDatetime, type Sliced } from "./results/companions/similar.js";

/* Accuracy. */
export { evaluateResults, type EvaluateResultsOptions } from "./evaluate/evaluation.js";
export { rates, type Counts, type Rates } from "./evaluate/sweep.js";
export type {
  CollectionRow,
  Evaluation,
  Grouped,
  GroupColumn,
  GroupRow,
  MeasureEvaluation,
  PairEvaluation,
  Point,
  Recorded,
  Silent,
} from "./evaluate/evaluate.js";
export type { Axis, ChosenAxes } from "./evaluate/axis.js";
export type { Gold, GoldRow, JudgedMemento, Matching, RowCount } from "./evaluate/gold.js";
export type { Decision } from "./results/decisions.js";

/* The topic of a collection. */
export {
  buildTopic,
  fitRecords,
  type BuildTopicOptions,
  type FitRecordsOptions,
} from "./pipeline/topic-profile.js";
export type { TopicRules } from "./topic/topic-source.js";
export { formatProfile, parseProfile } from "./topic/profile-file.js";

/* Pages that are alike, and parts of pages. */
export {
  clusterMementos,
  type Clustering,
  type ClusterMember,
  type ClusterOptions,
} from "./cluster/cluster-mementos.js";
export { clusterPages, type ClusterPage, type PageCluster } from "./cluster/cluster-pages.js";
export { CLUSTER_DEFAULTS, type ClusterSettings } from "./cluster/choices.js";
export { fragmentPage, type Fragment, type Fragmentation } from "./pages/density/fragments.js";
export { DENSITY_DEFAULTS, type DensityOptions } from "./pages/density/fragments.js";
export type { FragmentClass } from "./pages/density/blocks.js";
export type { FusionName, FusionWork } from "./pages/density/fusions.js";
