/** The library's contents page. */
import { allExtensions } from "./extensions/all.js";
import { offerExtensions } from "./extensions/index.js";
import { registerExtensions } from "./run/extensions/register.js";
import { registries } from "./run/extensions/registries.js";

// The command loads an extension when a run needs it. A program finds the definitions of all in the lists below.
offerExtensions();
registerExtensions(allExtensions, registries);

/* A run. */
export { detect, prepareRun } from "./run/detect.js";
export type {
  DetectOptions,
  FetchingOptions,
  InputWithSources,
  OneInput,
} from "./run/detect-options.js";
export type { OwnDefinitions } from "./run/plugins/definitions.js";
export { inShard } from "./run/setup/shard.js";
export type { ChangedVerdict, VerdictChanges } from "./run/history/verdicts.js";
export type { FetchCheck, Tally } from "./run/setup/tally.js";
export type { Damage, RunProgress } from "./run/setup/run-options.js";
export type { Shard } from "./run/setup/shard.js";
export type { Run } from "./run/run.js";
export { UsageError } from "./base/errors.js";
export type { AccessChoices, AccessCookie, AccessHeader, Login } from "./read/http/access.js";
export type { LimitChoices } from "./read/http/limits.js";
export type { Statistics } from "./read/http/statistics.js";

/* Its steps. */
export {
  mapRecords,
  reduceRecords,
  resolveRecords,
  resolveRound,
  type JoinOptions,
  type Mapped,
  type RecordsOptions,
  type Reduced,
} from "./run/map-reduce.js";

/* What is chosen for it. */
export { profiles, type Profile } from "./score/settings/profiles.js";
export {
  resolveSettings,
  type Definitions,
  type SettingsChoices,
} from "./score/settings/settings.js";
export type { RunChoices } from "./score/settings/run-settings.js";
export type { Combination, CombinationRule, Range } from "./score/settings/combination.js";
export type { MeasureSteps, WordSteps } from "./score/settings/word-steps.js";
export type { Soft404Table } from "./extensions/soft404/settings.js";
export { parseSigns } from "./page/signs/parse-signs.js";
export { parseModel } from "./score/settings/model.js";
export { parseStopWords } from "./score/settings/word-steps.js";
export { parseThresholdFile } from "./score/settings/threshold-file.js";
export type { ThresholdFile, TunedThreshold } from "./score/settings/threshold-file.js";
export { readAliases } from "./score/settings/aliases.js";
export { readSoft404 } from "./extensions/soft404/evidence.js";

/* Definitions of ours, and of one's own. */
export { features } from "./page/features/index.js";
export { inputs } from "./read/inputs/index.js";
export { measures } from "./score/measures/index.js";
export { removers } from "./page/boilerplate/index.js";
export { writers } from "./report/writers.js";
export type { CoreReport } from "./extensions/topic/profile/build-profile.js";
export type { ListedMeasure } from "./run/plugins/catalogue.js";
export { collectionMeasures } from "./extensions/topic/collection-measures.js";
export {
  defineFeature,
  defineMeasure,
  defineRemover,
  defineWriter,
  type FeatureChoice,
  type FeatureSpec,
  type FeatureValues,
  type Agreeing,
  type MeasureSpec,
  type RemoverSpec,
  type TextChoice,
  type ValueOf,
  type WriterSpec,
} from "./run/plugins/define.js";
export { defineInput, type InputSpec } from "./run/plugins/define-input.js";
export { loadPlugins, type PluginDefinitions } from "./run/plugins/load.js";
export { NotDefined } from "./base/failures.js";
export { givenPages, type GivenPage } from "./read/captures/given-pages.js";
export { readWarc, type ReadWarcOptions, type WarcSource } from "./read/warc/read-warc.js";
export { printable, type PrintableForm } from "./base/text.js";
export type { SiteLinks } from "./page/features/site-links.js";
export type * from "./base/types.js";
export type * from "./read/types.js";
export type * from "./page/types.js";
export type * from "./extensions/topic/profile/types.js";
export type * from "./score/settings/topic-types.js";
export type * from "./score/settings/types.js";
export type * from "./score/types.js";
export type * from "./write/types.js";
export { version } from "./base/version.js";

/* Saved results. */
export {
  readResults,
  type SavedChoice,
  type SavedResults,
  type SavedRun,
} from "./write/read-results.js";
export { type SavedMemento, type SavedResult, scoreOf } from "./write/entry.js";
export type { ChangedSeed } from "./write/seed-change.js";
export { parseOverrides, type Overrides } from "./write/overrides.js";
export { excludeDuplicates } from "./extensions/otmt/companions/select.js";
export { selectByLanguage } from "./extensions/otmt/companions/select.js";
export { selectHighQuality } from "./extensions/otmt/companions/select.js";
export { clusterBySimhash, type Clustered } from "./extensions/otmt/companions/similar.js";
export { sliceByDatetime, type Sliced } from "./extensions/otmt/companions/similar.js";

/* Accuracy. */
export { evaluateResults, type EvaluateResultsOptions } from "./extensions/lab/evaluation.js";
export type { Figures, SharedEstimate } from "./extensions/lab/figures.js";
export type { Estimate, Interval } from "./extensions/lab/resample.js";
export type { ListSize } from "./report/saved-list.js";
export { rates, type Counts, type Rates } from "./extensions/lab/sweep.js";
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
} from "./extensions/lab/evaluate.js";
export type { Axis, ChosenAxes } from "./report/axis.js";
export type { Gold, GoldRow, JudgedMemento, Matching, RowCount } from "./extensions/lab/gold.js";
export type { Decision } from "./write/decisions.js";

/* The topic of a collection. */
export {
  buildTopic,
  fitRecords,
  type BuildTopicOptions,
  type FitRecordsOptions,
} from "./extensions/topic/build-topic.js";
export type { TopicRules } from "./extensions/topic/topic-source.js";
export { formatProfile, parseProfile } from "./extensions/topic/profile/profile-file.js";

/* Pages that are alike, and parts of pages. */
export {
  clusterMementos,
  type Clustering,
  type ClusterMember,
  type ClusterOptions,
} from "./extensions/structure/clusters/cluster-mementos.js";
export {
  clusterRecords,
  type ClusterRecordsOptions,
} from "./extensions/structure/clusters/cluster-records.js";
export { formatClusters } from "./extensions/structure/clusters/forms.js";
export {
  clusterPages,
  type ClusterPage,
  type PageCluster,
} from "./extensions/structure/clusters/cluster-pages.js";
export { CLUSTER_DEFAULTS, type ClusterSettings } from "./extensions/structure/clusters/options.js";
export { fragmentPage, type Fragment, type Fragmentation } from "./extensions/density/fragments.js";
export { DENSITY_DEFAULTS, type DensityOptions } from "./extensions/density/options.js";
export type { FragmentClass } from "./extensions/density/blocks.js";
export type { FusionWork } from "./extensions/density/fusions.js";
export type { FusionName } from "./extensions/density/settings.js";
