import type { FeatureRequest } from "./features.js";
import type { Json } from "./json.js";
import type { Settings } from "./settings.js";

/** The published conventions, for which each measure has a cut. */
export type ProfileName = "paper" | "otmt-1.0.5";

/** Any set of defaults; `default` has the paper's cuts. */
export type SettingsProfile = ProfileName | "default";

/** When a score means off-topic. Data, like the threshold, so that there is one place that compares. */
export type Comparison = "<" | "<=" | ">" | ">=";

/** The cut of a measure in one profile. */
export interface Cut {
  /** Absent: the measure must be calibrated; it is scored and has no vote. */
  readonly threshold?: number;
  readonly comparison: Comparison;
}

/** Which preprocessing steps a measure's input went through: OTMT's three flags. */
export interface PreprocessingFlags {
  readonly stemmed: boolean;
  readonly tokenized: boolean;
  readonly removedBoilerplate: boolean;
}

interface MeasureFacts {
  /** What is typed after `-tm`; the file name is this with `_` as `-`. */
  readonly keyword: string;
  readonly aliases: readonly string[];
  /** The name that OTMT 1.0.5 writes, where it is another one. */
  readonly otmtKeyword?: string;
  readonly title: string;
  /** One sentence for help and docs/reference.md. */
  readonly summary: string;
  /** Where it is defined: paper and section. */
  readonly source: string;
  /** Smallest and largest score; Infinity where there is no bound. */
  readonly range: readonly [min: number, max: number];
  /** The score of two equal mementos. */
  readonly equalScore: number;
  /** True when swapping the two mementos cannot change the score. */
  readonly symmetric: boolean;
  readonly cuts: Readonly<Record<ProfileName, Cut>>;
  /** Off by default and marked so in help. */
  readonly experimental?: boolean;
  /** Steps its input goes through, given the settings. */
  flags(settings: Settings): PreprocessingFlags;
}

/** A measure that needs the two mementos only. */
export interface PairMeasure<V extends Json = Json, Prepared = V> extends MeasureFacts {
  readonly scope: "pair";
  /** What it reads; a list of several features makes a list of their values. */
  input(settings: Settings): FeatureRequest | readonly FeatureRequest[];
  /** Turns a value into what `score` wants (a set, a hash); done once for the first memento. Default: the value itself. */
  prepare?(value: V): Prepared;
  score(first: Prepared, memento: Prepared, settings: Settings): number;
  /** A cheap bound of a costly score: where it decides the topic status, `score` is called for exact scores only. */
  bound?(first: Prepared, memento: Prepared, settings: Settings): BoundedScore;
}

/** A bound of a score. */
export interface BoundedScore {
  readonly score: number;
  /** Whether the score itself is at most, or at least, this. */
  readonly bound: "at most" | "at least";
}

/** A measure whose weights come from all mementos of the TimeMap. */
export interface TimeMapMeasure<
  V extends Json = Json,
  Prepared = V,
  Model = unknown,
> extends MeasureFacts {
  readonly scope: "timemap";
  input(settings: Settings): FeatureRequest | readonly FeatureRequest[];
  prepare?(value: V): Prepared;
  /** A fresh fold over all values of the TimeMap, oldest first; an array is never built. */
  fit(settings: Settings): ModelFit<Prepared, Model>;
  score(first: Prepared, memento: Prepared, model: Model, settings: Settings): number;
}

/** A fold over the values of a TimeMap that ends in a model. */
export interface ModelFit<Prepared, Model> {
  add(value: Prepared): void;
  finish(): Model;
}

/** Any measure of the registry. */
export type Measure = PairMeasure<Json, unknown> | TimeMapMeasure<Json, unknown>;
