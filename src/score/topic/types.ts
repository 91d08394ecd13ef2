import type { JsonObject } from "../../base/types.js";

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
  /** Number of core documents, and of the seeds that they come from. */
  readonly documents: number;
  readonly seeds: number;
  /** Minimum score of a recognised document by measure. A measure without one has no vote. */
  readonly thresholds: Readonly<Partial<Record<TopicMeasure, number>>>;
  /**
   * Shares of the core that were recognised, by each measure and by the vote, when the documents to recognise had no
   * part in the elements.
   */
  readonly recognised: Readonly<Record<string, number>>;
  /** Elements learned from accepted documents; they have less weight. */
  readonly variable?: TopicElements;
};

/** Topic of a collection. Plain data, as in its file, which a person may edit. */
export type TopicProfile = {
  readonly form: "detect_off_topic topic profile";
  /** Description of the source, for people. */
  readonly madeFrom: string;
  /** Preprocessing of the words. Documents to compare must have the same. */
  readonly preprocessing: JsonObject;
  /** Number of measures that must recognise a document. */
  readonly agree: number;
  readonly parts: readonly TopicPart[];
  /** Languages whose core documents come from too few seeds to show a topic. */
  readonly tooFew: readonly string[];
  /**
   * Directories, as SURT, that contain a recognised document and documents of several URI-Rs, each with the grouping
   * key of the only URI-R that has a recognised one, or null if several have.
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
  /** False for measures that are reported but never counted. */
  readonly votes: boolean;
}

/** Collection measure chosen for a run. */
export interface CollectionChoice {
  readonly keyword: CollectionMeasure["keyword"];
  /** Replaces the threshold of the profile. */
  readonly threshold?: number;
}

/** Details of the topic's one vote on a memento. */
export interface TopicVote {
  /** BCP 47 tag of the part of the topic with which the memento was compared. */
  readonly language: string;
  /** Number of measures that must recognise the memento. */
  readonly needed: number;
  /** Thresholds by position of the measure; undefined for one without a vote. */
  readonly thresholds: readonly (number | undefined)[];
}

/** Settings for the comparison with the topic of the collection. */
export interface CollectionSettings {
  readonly measures: readonly CollectionChoice[];
  /** Number of measures that must recognise a memento; if absent, that of the profile. */
  readonly agree?: number;
}
