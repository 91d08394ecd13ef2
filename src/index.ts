/** The library's contents page. */
export { clusterBySimhash, type Clustered } from "./results/companions/similar.js";
export { excludeDuplicates } from "./results/companions/select.js";
export { selectByLanguage } from "./results/companions/select.js";
export { selectHighQuality } from "./results/companions/select.js";
export { sliceByDatetime, type Sliced } from "./results/companions/similar.js";
export {
  clusterMementos,
  type Clustering,
  type ClusterMember,
} from "./cluster/cluster-mementos.js";
export { clusterPages, type PageCluster } from "./cluster/cluster-pages.js";
export type { ClusterPage } from "./cluster/cluster-pages.js";
export { CLUSTER_DEFAULTS, type ClusterSettings } from "./cluster/near-settings.js";
export { detect, prepareRun } from "./pipeline/detect.js";
export type { DetectOptions, FetchingOptions } from "./pipeline/detect-options.js";
export {
  mapRecords,
  reduceRecords,
  resolveRecords,
  type Mapped,
  type LinePlace,
  type RecordsOptions,
  type Reduced,
} from "./pipeline/map-reduce.js";
export { UsageError } from "./errors.js";
export { NotDefined } from "./failures.js";
export {
  defineFeature,
  defineInput,
  defineMeasure,
  defineRemover,
  defineWriter,
  type FeatureChoice,
  type FeatureSpec,
  type FeatureValues,
  type InputSpec,
  type MeasureSpec,
  type RemoverSpec,
  type TextChoice,
  type ValueOf,
  type WriterSpec,
} from "./plugins/define.js";
export { loadPlugins, type PluginDefinitions } from "./plugins/load.js";
export { rates, type Counts, type Rates } from "./evaluate/sweep.js";
export type { Evaluation, MeasureEvaluation, PairEvaluation, Point } from "./evaluate/evaluate.js";
export { evaluateResults, type EvaluateResultsOptions } from "./evaluate/evaluation.js";
export { features } from "./pages/features/index.js";
export { givenPages, type GivenPage } from "./inputs/read/files.js";
export { readWarc, type ReadWarcOptions, type WarcSource } from "./inputs/read/warc-bytes.js";
export { printable, type PrintableForm } from "./mementos/text.js";
export { inputs } from "./inputs/index.js";
export { measures } from "./scoring/measures/index.js";
export { removers } from "./pages/boilerplate/index.js";
export { fragmentPage, type Fragment, type Fragmentation } from "./pages/density/fragments.js";
export { DENSITY_DEFAULTS, type DensityOptions } from "./pages/density/fragments.js";
export { profiles, type Profile } from "./settings/profiles.js";
export { resolveSettings, type SettingsChoices } from "./settings/settings.js";
export { parseOverrides, type Overrides } from "./results/overrides.js";
export type { SavedMemento } from "./results/entry.js";
export {
  readResults,
  type SavedChoice,
  type SavedResults,
  type SavedRun,
} from "./results/read-results.js";
export type { RunProgress } from "./pipeline/run-options.js";
export type { Run } from "./pipeline/run.js";
export { inShard, type Shard } from "./pipeline/run-options.js";
export type { OwnDefinitions } from "./pipeline/definitions.js";
export type { Damage, Tally } from "./pipeline/run-options.js";
export { buildTopic, fitRecords, type BuildTopicOptions } from "./pipeline/topic-profile.js";
export { collectionMeasures } from "./topic/collection-measures.js";
export { formatProfile, parseProfile } from "./topic/profile-file.js";
export type * from "./types.js";
export { version } from "./version.js";
export { writers } from "./results/writers/index.js";
