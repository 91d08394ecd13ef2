import type {
  Capture,
  Json,
  Outcome,
  OverallStatus,
  PluginModule,
  Problem,
  TopicStatus,
  Via,
} from "../base/types.js";
import type { Feature, FeatureRequest, Sign } from "../page/types.js";
import type { TopicVote } from "./topic/types.js";
import type { Comparison, ModelInput, Override, ProfileName, Settings } from "./settings/types.js";

/**
 * How the verdicts on a TimeMap go over time: one run of off-topic mementos between on-topic ones is `single`, one that
 * lasts to the end `step`, several `oscillating`; mementos without a verdict are passed over.
 */
export type Pattern = "always-on" | "step" | "single" | "oscillating" | "first-off" | "always-off";

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
  /** Settings beside preprocessing that change its scores: a threshold belongs to them. */
  readonly reads?: readonly (keyof Settings)[];
  /** Features that it brings along, of those that it reads. */
  readonly features?: readonly Feature[];
  /** Set where it is not ours but of a plug-in. */
  readonly plugin?: PluginModule;
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
  /** The score of a memento against its reference memento; throws `NotDefined` where the two have none. */
  score(first: Prepared, memento: Prepared, settings: Settings): number;
  /** A cheap bound of a costly score: where it decides the topic status, `score` is called for exact scores only. */
  bound?(first: Prepared, memento: Prepared, settings: Settings): BoundedScore;
  /** Where many reference mementos are quicker together: the digits of `score` against each. */
  scoreAll?(references: readonly Prepared[], settings: Settings): ManyReferences<Prepared>;
}

/** Reference mementos that a measure has prepared together. */
export interface ManyReferences<Prepared> {
  /** The scores of a memento against each of them, NaN where none is defined. */
  scores(memento: Prepared): Float64Array;
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
  /** As of a `PairMeasure`. */
  input(settings: Settings): FeatureRequest | readonly FeatureRequest[];
  /** As of a `PairMeasure`. */
  prepare?(value: V): Prepared;
  /** A fresh fold over all values of the TimeMap, oldest first; an array is never built. */
  readonly fit: (settings: Settings) => ModelFit<Prepared, Model>;
  /** The score of a memento against its reference memento, by the model of their TimeMap. */
  score(first: Prepared, memento: Prepared, model: Model, settings: Settings): number;
  /** As of a `PairMeasure`. */
  scoreAll?(
    references: readonly Prepared[],
    model: Model,
    settings: Settings,
  ): ManyReferences<Prepared>;
}

/** A fold over the values of a TimeMap that ends in a model. */
export interface ModelFit<Prepared, Model> {
  /** Takes the next value. */
  add(value: Prepared): void;
  /** The model of all values. */
  finish(): Model;
  /**
   * What was taken so far, as plain data that may be sent to a thread: with `join` a long TimeMap is fitted in parts. After
   * `finish` it may be what the model is made of, so that threads do not fit again.
   */
  part?(): unknown;
  /** Takes what another fold of the same kind gave as its `part`. */
  join?(part: unknown): void;
}

/** Any measure of the registry. */
export type Measure = PairMeasure<Json, unknown> | TimeMapMeasure<Json, unknown>;

/** What a measure says of a memento. */
export interface Score {
  readonly score: number;
  /** Set when `score` is a bound of the score, which was not computed (see {@link BoundedScore}). */
  readonly bound?: BoundedScore["bound"];
  /** Absent when the measure has no threshold: scored, no vote. */
  readonly topicStatus?: TopicStatus;
}

/** That a measure was not asked, because the memento was off-topic already. */
export interface Skipped {
  readonly skipped: "short-circuit";
}

/** One measure's verdict on one memento. */
export interface MeasureResult {
  readonly name: string;
  readonly flags: PreprocessingFlags;
  readonly outcome: Outcome<Score> | Skipped;
  /** What it was compared with, where that is not the first memento: a URI-M, or `median of 7 mementos`. */
  readonly comparedWith?: string;
}

/** A memento beside the topic of its collection. */
export interface CollectionResult {
  readonly measures: readonly MeasureResult[];
  /** Their one vote; absent where none could be scored. */
  readonly topicStatus?: TopicStatus;
  /** Whether two measures or more recognise the memento; absent where there is no vote. */
  readonly isBeyondDoubt?: boolean;
  /** How that vote came about; absent where the memento could not be compared with the topic. */
  readonly vote?: TopicVote;
  /** Names the profile. */
  readonly profile: string;
}

/** Everything that is said of one memento; each is complete in itself (JSON Lines writes exactly this). */
export interface MementoResult {
  readonly kind: "memento";
  readonly key: string;
  readonly uriT: string;
  readonly uriM: string;
  readonly capture: Capture;
  /** Set when the memento failed: there are no measures then. */
  readonly problem?: Problem;
  /** 64-bit Simhash as its decimal digits: above 2^53 a number would lose them. */
  readonly simhash?: Outcome<string>;
  /** The same of its text; set where `simhash` is. */
  readonly textSimhash?: Outcome<string>;
  readonly contentLength?: Outcome<number>;
  readonly language?: Outcome<string>;
  readonly measures: readonly MeasureResult[];
  /** What the topic of the collection says of it; set when it was asked. */
  readonly collection?: CollectionResult;
  /** Signs of what it is, strongest first; set when they were looked for. */
  readonly signs?: Outcome<readonly Sign[]>;
  /** The kind of page that it plainly is, of these. */
  readonly pageKind?: string;
  /** The values that the learned combination read, by short names (`cosine@median lr`); those that are missing left out. */
  readonly inputs?: Readonly<Record<string, number>>;
  /** The start of its text, of settings with `excerpts`. */
  readonly excerpt?: Outcome<string>;
  /** Why it has its verdict; set when it was asked for. */
  readonly evidence?: Evidence;
  readonly overall?: OverallStatus;
  /** Set when `overall` is a curator's own verdict. */
  readonly override?: Override;
  /** Of its TimeMap; absent where no memento of it has a verdict. */
  readonly pattern?: Pattern;
  /** What a curator should know of its TimeMap: every capture of the seed is suspect. */
  readonly seedNotice?: string;
  /** URI-M of the memento it was compared with. */
  readonly comparedWith?: string;
}

/** A fact of the first memento and of the memento; a side that is not known is absent. */
export interface Change<T> {
  readonly first?: T;
  readonly memento?: T;
}

/** How a score lies to its threshold. */
export interface ScoreEvidence {
  /** The measure, as the output names it. */
  readonly measure: string;
  readonly score: number;
  /** Set when `score` is a bound of the score. */
  readonly bound?: BoundedScore["bound"];
  readonly threshold: number;
  /** From the threshold, in units of the score; above 0 on the on-topic side, below 0 on the off-topic side. */
  readonly distance: number;
  /** The same as a share: 1 is the score of equal mementos, 0 the threshold, -1 as far off-topic as the range goes. */
  readonly normalised: number;
}

/** What one input of the learned combination added to its sum. */
export interface Contribution {
  /** `cosine@median`, `signs`, ... as the model names it. */
  readonly of: string;
  readonly as: ModelInput["as"];
  /** 0 to 1; what the model has in its place where there is none. */
  readonly value: number;
  /** Set when there is no value. */
  readonly missing?: true;
  /** Weight times value: log-odds of being off-topic. */
  readonly contribution: number;
}

/** How the learned combination came to its probability. */
export interface CombinationEvidence {
  readonly probability: number;
  readonly threshold: number;
  /** Set if no memento of the TimeMap is fit to be compared with: the probability is then that of the memento's own word. */
  readonly isAlone?: true;
  /** Log-odds without any input. */
  readonly bias: number;
  /** Greatest contribution first. */
  readonly inputs: readonly Contribution[];
}

/** How a memento lies to the topic of its collection. */
export interface TopicEvidence {
  /** BCP 47: the part of the topic that it was compared with. */
  readonly language: string;
  /** Of the measures that have a vote and a score; below its threshold a measure does not recognise the memento. */
  readonly scores: readonly ScoreEvidence[];
  /** The measures that recognise it. */
  readonly recognisedBy: readonly string[];
  /** So many must, or the topic's vote is off-topic. */
  readonly needed: number;
}

/** The kind of page that a memento plainly is. */
export interface PageKind extends Sign {
  /** For people: `suspended account`. */
  readonly title: string;
}

/**
 * Why a memento has its verdict (`--explain`; docs/explain.md). Text from pages is cut to a length and has no control
 * characters.
 */
export interface Evidence {
  /** Of the measures of the TimeMap that have a threshold and a score. */
  readonly scores: readonly ScoreEvidence[];
  /** BCP 47, `und` where it is not detected. */
  readonly language?: Change<string>;
  /** Of the body, codings undone. */
  readonly bytes?: Change<number>;
  /** Words of the text, boilerplate and stop words left out. */
  readonly words?: Change<number>;
  readonly httpStatus?: Change<number>;
  /** Where a redirect ended. */
  readonly redirect?: Omit<Via, "kind" | "source">;
  readonly pageKind?: PageKind;
  /** The most distinctive words of the first memento that this one lacks; of off-topic and doubtful mementos only. */
  readonly termsLost?: readonly string[];
  /** The most distinctive words that the first memento lacks; of off-topic and doubtful mementos only. */
  readonly termsGained?: readonly string[];
  /** Of runs that compare mementos with the topic of their collection. */
  readonly topic?: TopicEvidence;
  /** Of off-topic and doubtful mementos only. */
  readonly combination?: CombinationEvidence;
}
