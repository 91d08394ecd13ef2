import type {
  Capture,
  Fault,
  Json,
  Outcome,
  OverallStatus,
  PluginModule,
  Problem,
  TopicStatus,
  Via,
} from "../base/types.js";
import type { Feature, FeatureRequest, Sign } from "../page/types.js";
import type { TopicVote } from "./settings/topic-types.js";
import type { Comparison, ModelInput, Override, ProfileName, Settings } from "./settings/types.js";
import type { Course, Pattern } from "./verdict/course.js";

export type { Pattern } from "./verdict/course.js";

/** Cut of a measure in one profile. */
export interface Cut {
  /** Threshold of the cut. If absent, the measure must be calibrated: it has scores but no vote. */
  readonly threshold?: number;
  readonly comparison: Comparison;
}

/** Preprocessing steps of a measure's input, as the three flags of OTMT. */
export interface PreprocessingFlags {
  readonly stemmed: boolean;
  readonly tokenized: boolean;
  readonly removedBoilerplate: boolean;
}

interface MeasureFacts<V, Prepared> {
  /** Keyword in `-tm`. The file name is the keyword with `-` instead of `_`. */
  readonly keyword: string;
  readonly aliases: readonly string[];
  /** Name that OTMT 1.0.5 writes, if it differs from the keyword. */
  readonly otmtKeyword?: string;
  readonly title: string;
  /** One sentence for help and docs/reference.md. */
  readonly summary: string;
  /** Definition of the measure: paper and section. */
  readonly source: string;
  /** Smallest and largest score; Infinity if unbounded. */
  readonly range: readonly [min: number, max: number];
  /** Score of two equal mementos. */
  readonly equalScore: number;
  /** True if swapping the two mementos cannot change the score. */
  readonly symmetric: boolean;
  readonly cuts: Readonly<Record<ProfileName, Cut>>;
  /** Set if the measure is off by default and marked as experimental in help. */
  readonly experimental?: boolean;
  /**
   * Settings other than preprocessing that affect the measure's scores. A threshold is valid only for the same
   * settings.
   */
  readonly reads?: readonly (keyof Settings)[];
  /** Features that the measure itself defines, among those that it reads. */
  readonly features?: readonly Feature[];
  /** Set for a definition of a plug-in. */
  readonly plugin?: PluginModule;
  /** Returns the preprocessing steps of the measure's input, given the settings. */
  flags(settings: Settings): PreprocessingFlags;
  /**
   * Returns the features that the measure reads. For a list of several features, the value is the list of their values.
   */
  input(settings: Settings): FeatureRequest | readonly FeatureRequest[];
  /**
   * Converts a value into the form that `score` needs (a set, a hash). For the first memento, this is done once. By
   * default the value is used unchanged.
   */
  prepare?(value: V): Prepared;
}

/** A measure that needs only the two mementos. */
export interface PairMeasure<V extends Json = Json, Prepared = V> extends MeasureFacts<
  V,
  Prepared
> {
  readonly scope: "pair";
  /** Returns the score of a memento against its reference memento. Throws `NotDefined` if the two have no score. */
  score(first: Prepared, memento: Prepared, settings: Settings): number;
  /**
   * Returns a bound of the score that is cheap to compute. If the bound decides the topic status, `score` is not called
   * unless exact scores are requested.
   */
  bound?(first: Prepared, memento: Prepared, settings: Settings): BoundedScore;
}

/** A score of which only a bound was computed. */
export interface BoundedScore {
  readonly score: number;
  /** Tells whether the score is at most or at least this number. */
  readonly bound: "at most" | "at least";
}

/** A measure with weights that depend on all mementos of the TimeMap. */
export interface TimeMapMeasure<
  V extends Json = Json,
  Prepared = V,
  Model = unknown,
> extends MeasureFacts<V, Prepared> {
  readonly scope: "timemap";
  /**
   * Starts a fit, to which the values of all mementos are added, oldest first. The values are not collected in an
   * array.
   */
  readonly fit: (settings: Settings) => ModelFit<Prepared, Model>;
  /** Returns the score of a memento against its reference memento, computed with the model of their TimeMap. */
  score(first: Prepared, memento: Prepared, model: Model, settings: Settings): number;
}

/** Incremental fit of a model to the values of a TimeMap. */
export interface ModelFit<Prepared, Model> {
  /** Adds the next value. */
  add(value: Prepared): void;
  /** Returns the model of all values. */
  finish(): Model;
}

/** Definition of a measure: of pairs of mementos, or of a whole TimeMap. */
export type Measure = PairMeasure<Json, unknown> | TimeMapMeasure<Json, unknown>;

/** Result of a measure for a memento. */
export interface Score {
  /** The score. Its range and the side on which pages are alike depend on the measure (`list measures`). */
  readonly score: number;
  /** Set if `score` is only a bound and the score was not computed (see {@link BoundedScore}). */
  readonly bound?: BoundedScore["bound"];
  /** Topic status. Absent if the measure has no threshold and therefore no vote. */
  readonly topicStatus?: TopicStatus;
}

/** Result of one measure for one memento. */
export interface MeasureResult {
  /** Keyword of the measure, with its reference memento if it is not the first one: `cosine`, `cosine@median`. */
  readonly name: string;
  /** Preparation of the words. */
  readonly flags: PreprocessingFlags;
  /** The score (`outcome.value.score`), or why the capture has no score. */
  readonly outcome: Outcome<Score>;
  /** Reference memento if it is not the first memento: a URI-M, or `median of 7 mementos`. */
  readonly comparedWith?: string;
}

/** Result of comparing a memento with the topic of its collection. */
export interface CollectionResult {
  readonly measures: readonly MeasureResult[];
  /** Single vote of all collection measures. Absent if no measure has a score. */
  readonly topicStatus?: TopicStatus;
  /** True if two or more measures recognise the memento. Absent if there is no vote. */
  readonly isBeyondDoubt?: boolean;
  /** True if a sign agrees that the memento is off-topic, so that the vote counts although no other vote says so. */
  readonly isSigned?: boolean;
  /** Details of the vote. Absent if the memento could not be compared with the topic. */
  readonly vote?: TopicVote;
  /** Fingerprint of the profile. */
  readonly profile: string;
}

/**
 * Result of one memento. JSON Lines have the same facts under other names (`docs/results.schema.json`). `scoreOf(result,
 * "cosine")` reads a score.
 */
export interface MementoResult {
  /** Distinguishes mementos from TimeMaps that failed, which have `timemap-problem`. */
  readonly kind: "memento";
  /** Grouping key: the SURT of the URI-R of the seed. Mementos with the same key make a TimeMap. */
  readonly key: string;
  /** URI-T: the address of the TimeMap, or a name that begins with `from-warc::` if the captures come from files. */
  readonly uriT: string;
  /** URI-M: the address of the memento, or a name that begins with `from-warc::`. It is unique in a run. */
  readonly uriM: string;
  /** URI-R, memento-datetime, HTTP status and place of the capture. */
  readonly capture: Capture;
  /** Problem of a memento that failed. The memento then has no measures. */
  readonly problem?: Problem;
  /** 64-bit Simhash of the page in decimal digits, because a number above 2^53 would lose digits. */
  readonly simhash?: Outcome<string>;
  /** 64-bit Simhash of the text; set if `simhash` is. */
  readonly textSimhash?: Outcome<string>;
  /** Bytes of the page, with codings decoded. */
  readonly contentLength?: Outcome<number>;
  /** Language of the text as a BCP 47 tag, or `und` if none was detected. */
  readonly language?: Outcome<string>;
  /** Scores by measure, in the order of the settings. `combined` is the probability of being off-topic. */
  readonly measures: readonly MeasureResult[];
  /** Result of comparing the memento with the topic of the collection, if requested. */
  readonly collection?: CollectionResult;
  /** Signs of the kind of page, strongest first, if the run searches for them. */
  readonly signs?: Outcome<readonly Sign[]>;
  /** Kind of page by signs, headers and addresses; `page` if none is found. Absent if the memento failed. */
  readonly pageKind?: string;
  /** HTTP status with which the server should have answered. Absent if the memento failed. */
  readonly effectiveStatus?: number;
  /** Cause of a capture that is not the page. Absent in profile `otmt-1.0.5`. */
  readonly fault?: Fault;
  /** True if nothing of the identity of the seed is left on the page, so that a learned combination may be wrong. */
  readonly hasLostIdentity?: true;
  /**
   * Memento-datetime (14 digits) of the first capture since a lasting change of the page. The captures of one TimeMap
   * that have the same value follow each other, and a curator decides them together, whatever their verdicts are.
   */
  readonly changedSince?: string;
  /** Remark for curators on the page, such as that spam was put into it. */
  readonly remark?: string;
  /** Input values of the learned combination by short names (`cosine@median lr`), without missing ones. */
  readonly inputs?: Readonly<Record<string, number>>;
  /** Beginning of the text; set with the setting `excerpts`. */
  readonly excerpt?: Outcome<string>;
  /** Evidence for the verdict, if requested (`explain`). */
  readonly evidence?: Evidence;
  /** The verdict: `on-topic`, `off-topic` or `unsure`. Absent if no measure votes, or if the memento failed. */
  readonly overall?: OverallStatus;
  /** Dates of the seed by all of its captures, if a run with a history yields only some of them. Set for the last one. */
  readonly seedDates?: Course<MementoResult>;
  /** Set if `overall` is a curator's own verdict. */
  readonly override?: Override;
  /** Pattern of the memento's TimeMap. Absent if no memento of the TimeMap has a verdict. */
  readonly pattern?: Pattern;
  /** Remark for curators: that every capture of the seed is suspect, or why a later one than the first stands for it. */
  readonly seedNotice?: string;
  /** URI-M of the memento with which this memento was compared. */
  readonly comparedWith?: string;
}

/** Fact about the first memento and about this memento. An unknown side is absent. */
export interface Change<T> {
  readonly first?: T;
  readonly memento?: T;
}

/** Position of a score relative to its threshold. */
export interface ScoreEvidence {
  /** Name of the measure in the output. */
  readonly measure: string;
  readonly score: number;
  /** Set if `score` is a bound of the score. */
  readonly bound?: BoundedScore["bound"];
  readonly threshold: number;
  /**
   * Distance from the threshold in units of the score: positive on the on-topic side, negative on the off-topic side.
   */
  readonly distance: number;
  /**
   * Normalised distance: 1 at the score of equal mementos, 0 at the threshold, -1 at the off-topic end of the range.
   */
  readonly normalised: number;
}

/** Contribution of one input to the sum of the learned combination. */
export interface Contribution {
  /** Name in the model: `cosine@median`, `signs`, ... */
  readonly of: string;
  readonly as: ModelInput["as"];
  /** Value from 0 to 1, or the model's substitute for a missing value. */
  readonly value: number;
  /** True if the value is missing. */
  readonly missing?: true;
  /** Weight times value, in log-odds of being off-topic. */
  readonly contribution: number;
}

/** Details of the learned combination's probability. */
export interface CombinationEvidence {
  readonly probability: number;
  readonly threshold: number;
  /**
   * Set if no memento of the TimeMap can be compared with. The probability then comes from the memento's own signs and
   * status.
   */
  readonly isAlone?: true;
  /** Set if the HTTP error decides, because another capture of the seed answered with a text of its own. */
  readonly isByStatus?: true;
  /** Log-odds without any input. */
  readonly bias: number;
  /** Inputs, the greatest contribution first. */
  readonly inputs: readonly Contribution[];
}

/** Evidence from comparing a memento with the topic of its collection. */
export interface TopicEvidence extends Pick<TopicVote, "language" | "needed"> {
  /** Scores of the measures with a vote. A measure below its threshold does not recognise the memento. */
  readonly scores: readonly ScoreEvidence[];
  /** Measures that recognise the memento, by name. */
  readonly recognisedBy: readonly string[];
}

/** Kind of page for which a memento has strong signs. */
export interface PageKind extends Sign {
  /** Title for people: `suspended account`. */
  readonly title: string;
}

/**
 * Evidence for the verdict on a memento (`--explain`; docs/explain.md). Text from pages is limited in length and
 * contains no control characters.
 */
export interface Evidence extends Pick<Capture, "headers" | "reachedFrom"> {
  /** Reason why the verdict is `unsure`, as a sentence. Set for each such memento. */
  readonly doubt?: string;
  /** Reason why the verdict is off-topic, as a sentence, if it does not follow from scores and signs alone. */
  readonly reason?: string;
  /** Scores of the TimeMap measures that have a threshold. */
  readonly scores: readonly ScoreEvidence[];
  /** BCP 47 tag, or `und` if no language was detected. */
  readonly language?: Change<string>;
  /** Size of the body with codings decoded. */
  readonly bytes?: Change<number>;
  /** Number of words of the text, not counting boilerplate and stop words. */
  readonly words?: Change<number>;
  readonly httpStatus?: Change<number>;
  /** Final target of a redirect. */
  readonly redirect?: Omit<Via, "kind" | "source">;
  readonly pageKind?: PageKind;
  /**
   * Most distinctive words of the first memento that are missing in this memento. Only for off-topic and doubtful
   * mementos.
   */
  readonly termsLost?: readonly string[];
  /**
   * Most distinctive words of this memento that are missing in the first memento. Only for off-topic and doubtful
   * mementos.
   */
  readonly termsGained?: readonly string[];
  /** Set if the run compares mementos with the topic of their collection. */
  readonly topic?: TopicEvidence;
  /** Evidence of the learned combination. Only for off-topic and doubtful mementos. */
  readonly combination?: CombinationEvidence;
}
