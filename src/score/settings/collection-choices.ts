import type { TopicProfile } from "./topic-types.js";

/* Choices of evidence for which all of a collection is needed. Some of them are the data of that evidence. */

/** Choices for the comparison with the topic of the collection. */
export interface CollectionChoices {
  /** Value of `-cm`: `vsm=0.2,terms`, or `all`. */
  readonly collectionMeasures?: string;
  /** Number of measures that must recognise a memento. Default: the number in the profile. */
  readonly topicAgree?: number;
  /** Topic profile. By default a profile is made from the collection itself. */
  readonly topic?: TopicProfile;
}

/**
 * Captures that the command soft404 lists, with the reason. They are plain data, so that they can be sent to a thread.
 */
export interface Soft404Table {
  /** Text about the members of each group, for people. */
  readonly reasons: readonly string[];
  /** The number of the group, by `keyOfCapture`. */
  readonly groups: ReadonlyMap<string, number>;
}

/** The data of evidence by its keyword, and the choices beside them. */
export interface EvidenceChoices extends CollectionChoices {
  /** Captures that the command soft404 listed ({@link readSoft404}). They are off-topic. */
  readonly soft404?: Soft404Table;
}
