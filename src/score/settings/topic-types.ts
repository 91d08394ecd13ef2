import type { JsonObject } from "../../base/types.js";

/* The types of a topic that choices, settings and results have. The topic itself is extension `topic`. */

/** Measures for which a topic profile has thresholds. */
export type TopicMeasure = "terms" | "collocations2" | "collocations3" | "vsm" | "passage";

/** A stem, or stems separated by spaces, with the number of its occurrences in the core. */
export type TopicElement = readonly [element: string, frequency: number];

/** Elements of a topic by class (the paper's filter). */
export type TopicElements = {
  readonly terms: readonly TopicElement[];
  readonly collocations2: readonly TopicElement[];
  readonly collocations3: readonly TopicElement[];
};

/** Part of a topic in one language. */
export type TopicPart = TopicElements & {
  /** BCP 47 tag, as detected. */
  readonly language: string;
  /** Number of core documents, and number of the seeds from which they come. */
  readonly documents: number;
  readonly seeds: number;
  /** Minimum score of a recognised document for each measure. A measure without a minimum has no vote. */
  readonly thresholds: Readonly<Partial<Record<TopicMeasure, number>>>;
  /**
   * Shares of the core that each measure and the vote recognised, when each document was compared with elements of the
   * other documents.
   */
  readonly recognised: Readonly<Record<string, number>>;
};

/** Topic of a collection. Plain data, as in its file, which a person may edit. */
export type TopicProfile = {
  readonly form: "detect_off_topic topic profile";
  /** Description of the source, for people. */
  readonly madeFrom: string;
  /** Preprocessing of the words. Documents can be compared only with the same preprocessing. */
  readonly preprocessing: JsonObject;
  /** Number of measures that must recognise a document. */
  readonly agree: number;
  readonly parts: readonly TopicPart[];
  /** Languages whose core documents come from too few seeds to show a topic. */
  readonly tooFew: readonly string[];
  /**
   * Directories, as SURT, that contain a recognised document and documents of several URI-Rs. The value is the grouping
   * key of the only URI-R with a recognised document, or null if there are several.
   */
  readonly directories?: readonly (readonly [directory: string, only: string | null])[];
};

/** Measure that compares a memento with the topic of its collection. */
export interface CollectionMeasure {
  /** Keyword in `-cm`. */
  readonly keyword: TopicMeasure | "directory";
  readonly aliases: readonly string[];
  readonly title: string;
  readonly summary: string;
  readonly source: string;
  readonly range: readonly [min: number, max: number];
  readonly equalScore: number;
  /** Published threshold. The profile has its own. */
  readonly paperThreshold?: number;
  /** False for measures that are reported but not counted. */
  readonly votes: boolean;
}

/** Collection measure chosen for a run. */
export interface CollectionChoice {
  readonly keyword: CollectionMeasure["keyword"];
  /** Threshold that replaces the threshold of the profile. */
  readonly threshold?: number;
}

/** Details of the topic's single vote on a memento. */
export interface TopicVote {
  /** BCP 47 tag of the part of the topic with which the memento was compared. */
  readonly language: string;
  /** Number of measures that must recognise the memento. */
  readonly needed: number;
  /** Thresholds by position of the measure. Undefined for a measure without a vote. */
  readonly thresholds: readonly (number | undefined)[];
}

/** Settings for the comparison with the topic of the collection. */
export interface CollectionSettings {
  readonly measures: readonly CollectionChoice[];
  /** Number of measures that must recognise a memento. If absent, the number in the profile applies. */
  readonly agree?: number;
}
