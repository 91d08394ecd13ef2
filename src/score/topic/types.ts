import type { JsonObject } from "../../base/types.js";

/** The measures that a topic profile has thresholds for. */
export type TopicMeasure = "terms" | "collocations2" | "collocations3" | "vsm" | "passage";

/** A stem, or stems with a blank between, and how often it occurs in the core. */
export type TopicElement = readonly [element: string, frequency: number];

/** The elements of a topic by class (the paper's filter). */
export type TopicElements = {
  readonly terms: readonly TopicElement[];
  readonly collocations2: readonly TopicElement[];
  readonly collocations3: readonly TopicElement[];
};

/** What is known of a topic in one language. */
export type TopicPart = TopicElements & {
  /** BCP 47, as it is detected. */
  readonly language: string;
  /** Core documents and the seeds that they come from. */
  readonly documents: number;
  readonly seeds: number;
  /** A document with a lower score is not recognised. Absent: the measure has no vote. */
  readonly thresholds: Readonly<Partial<Record<TopicMeasure, number>>>;
  /** Shares of the core that were recognised without having taken part: by each measure, and by the vote. */
  readonly recognised: Readonly<Record<string, number>>;
  /** Learned from accepted documents; weighs less. */
  readonly variable?: TopicElements;
};

/** A collection's topic. Plain data, as in its file, which a person may edit. */
export type TopicProfile = {
  readonly form: "detect_off_topic topic profile";
  /** For people: what it was made from. */
  readonly madeFrom: string;
  /** How the words of its documents were made: those of others must be made alike. */
  readonly preprocessing: JsonObject;
  /** So many measures must recognise a document. */
  readonly agree: number;
  readonly parts: readonly TopicPart[];
  /** Languages of core documents from too few seeds to show their topic. */
  readonly tooFew: readonly string[];
  /**
   * Directories, as SURT, that hold a recognised document beside those of other URI-Rs, with the grouping key of the
   * only URI-R that has one; null where several have.
   */
  readonly directories?: readonly (readonly [directory: string, only: string | null])[];
};

/** A measure of a memento against the topic of its collection. */
export interface CollectionMeasure {
  /** What is typed after `-cm`. */
  readonly keyword: TopicMeasure | "directory";
  readonly aliases: readonly string[];
  readonly title: string;
  readonly summary: string;
  readonly source: string;
  readonly range: readonly [min: number, max: number];
  readonly equalScore: number;
  /** Where it was published; the profile has one of its own. */
  readonly paperThreshold?: number;
  /** False for what is reported and never counted. */
  readonly votes: boolean;
}

/** A collection measure chosen for this run. */
export interface CollectionChoice {
  readonly keyword: CollectionMeasure["keyword"];
  /** In place of the profile's. */
  readonly threshold?: number;
}

/** How the topic's one vote on a memento came about. */
export interface TopicVote {
  /** BCP 47: the part of the topic that the memento was compared with. */
  readonly language: string;
  /** So many measures must recognise it. */
  readonly needed: number;
  /** By place of the measure; undefined for one without a vote. */
  readonly thresholds: readonly (number | undefined)[];
}

/** What is compared with the topic of the collection. */
export interface CollectionSettings {
  readonly measures: readonly CollectionChoice[];
  /** So many of them must recognise a memento; absent: the profile says. */
  readonly agree?: number;
}
