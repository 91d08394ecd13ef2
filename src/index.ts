/** The library's contents page. */
export { clusterBySimhash, type Clustered } from "./companions/cluster-by-simhash.js";
export { excludeDuplicates } from "./companions/exclude-duplicates.js";
export { selectByLanguage } from "./companions/select-by-language.js";
export { selectHighQuality } from "./companions/select-high-quality.js";
export { sliceByDatetime, type Sliced } from "./companions/slice-by-datetime.js";
export { clusterMementos, type Clustering, type ClusterMember } from "./cluster-mementos.js";
export { clusterPages, type PageCluster } from "./cluster/cluster-pages.js";
export type { ClusterPage } from "./cluster/distinct.js";
export { CLUSTER_DEFAULTS, type ClusterSettings } from "./cluster/near-settings.js";
export { detect, prepareRun, type DetectOptions } from "./detect.js";
export {
  mapRecords,
  reduceRecords,
  resolveRecords,
  type Mapped,
  type ReduceRecordsOptions,
} from "./map-reduce.js";
export { UsageError } from "./errors.js";
export { rates, type Counts, type Rates } from "./evaluate/counts.js";
export type { Evaluation, MeasureEvaluation, PairEvaluation, Point } from "./evaluate/evaluate.js";
export { evaluateResults, type EvaluateResultsOptions } from "./evaluation.js";
export { features } from "./features/index.js";
export { givenPages, type GivenPage } from "./inputs/given-pages.js";
export { inputs } from "./inputs/index.js";
export { formatBracketTree, parseBracketTree } from "./math/tree/bracket-notation.js";
export { UNIT_COSTS, type EditCosts } from "./math/tree/edit-costs.js";
export type { OrderedTree } from "./math/tree/ordered-tree.js";
export {
  treeEditDistance,
  treeEditDistanceAtMost,
  treeEditDistanceBound,
  treeEditDistanceWithin,
  type TreeOrBrackets,
} from "./math/tree/tree-edit-distance.js";
export { measures } from "./measures/index.js";
export { removers } from "./preprocess/boilerplate/index.js";
export { fragmentPage, type Fragment, type Fragmentation } from "./preprocess/density/fragments.js";
export { DENSITY_DEFAULTS, type DensityOptions } from "./preprocess/density/options.js";
export { profiles, type Profile } from "./registry/profiles.js";
export { resolveSettings, type SettingsChoices } from "./registry/settings.js";
export { parseOverrides, type Overrides } from "./run/reduce/overrides.js";
export { readResults } from "./results/read-results.js";
export type {
  SavedChoice,
  SavedMemento,
  SavedResults,
  SavedRun,
  SavedScore,
  SavedTimeMapProblem,
} from "./results/saved-memento.js";
export type { RunProgress } from "./run/run-options.js";
export type { Run } from "./run/run.js";
export { inShard, type Shard } from "./run/shard.js";
export type { Damage, Tally } from "./run/tally.js";
export { buildTopic, fitRecords, type BuildTopicOptions } from "./topic-profile.js";
export { collectionMeasures } from "./topic/collection-measures.js";
export { formatProfile, parseProfile } from "./topic/profile-file.js";
export type * from "./types.js";
export { version } from "./version.js";
export { writers } from "./writers/index.js";
