/* The types of a topic that choices, settings and results have. The topic itself is extension `topic`. */

/** Measures for which a topic profile has thresholds. */
export type TopicMeasure = "terms" | "collocations2" | "collocations3" | "vsm" | "passage";

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
  /** Number of measures that must recognise the memento. With fewer, the topic's vote is off-topic. */
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
