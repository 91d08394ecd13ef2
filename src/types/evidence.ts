import type { Via } from "./captures.js";
import type { ModelInput } from "./decisions.js";
import type { BoundedScore } from "./measures.js";
import type { Sign } from "./results.js";

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
  /** Log-odds before any input speaks. */
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
  /** BCP 47, `und` where it could not be told. */
  readonly language?: Change<string>;
  /** Of the body, codings undone. */
  readonly bytes?: Change<number>;
  /** Words of the text, boilerplate and stop words left out. */
  readonly words?: Change<number>;
  readonly httpStatus?: Change<number>;
  /** Where a redirect ended. */
  readonly redirect?: Omit<Via, "kind" | "source">;
  readonly pageKind?: PageKind;
  /** The most telling words of the first memento that this one lacks; of off-topic and doubtful mementos only. */
  readonly termsLost?: readonly string[];
  /** The most telling words that the first memento lacks; of off-topic and doubtful mementos only. */
  readonly termsGained?: readonly string[];
  /** Of runs that compare mementos with the topic of their collection. */
  readonly topic?: TopicEvidence;
  /** Of off-topic and doubtful mementos only. */
  readonly combination?: CombinationEvidence;
}
