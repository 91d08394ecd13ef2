import type { JsonObject } from "../../../base/types.js";
import type { TopicMeasure } from "../../../score/settings/topic-types.js";

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
