import type { BoundedScore, Evidence, Override, TopicStatus } from "../types.js";
import type { SavedCapture } from "./saved-capture.js";

/** What a results file says of one measure on one memento. */
export interface SavedScore {
  /** Absent where the measure failed. */
  readonly score?: number;
  /** Set when the score is only a bound of the score. */
  readonly bound?: BoundedScore["bound"];
  readonly topicStatus?: TopicStatus;
  /** Why there is no score. */
  readonly error?: string;
  /** What it was compared with, where that is not the first memento. */
  readonly comparedWith?: string;
  /** Set when it was compared with the topic of its collection: it is a part of one vote. */
  readonly ofTopic?: true;
}

/** What a results file says of one memento, whichever form it is in. */
export interface SavedMemento {
  readonly kind: "memento";
  readonly uriT: string;
  readonly uriM: string;
  /** As the file has it, else read out of the URI-M. */
  readonly uriR?: string;
  /** ISO 8601 in UTC. */
  readonly mementoDatetime?: string;
  /** All decimal digits of the 64-bit Simhash. */
  readonly simhash?: string;
  /** BCP 47, as the file has it. */
  readonly language?: string;
  /** Where it was found and how, of JSON Lines. */
  readonly capture?: SavedCapture;
  /** Why the memento could not be had. */
  readonly accessError?: string;
  /** By name of the measure, as the file writes it. */
  readonly measures: ReadonlyMap<string, SavedScore>;
  /** The one vote of the topic of its collection. */
  readonly topicVote?: TopicStatus;
  readonly overall?: TopicStatus;
  /** Why it has its verdict, of runs with `--explain`. */
  readonly evidence?: Evidence;
  /** Set when `overall` is a curator's own verdict; true where the file does not say what was computed. */
  readonly override?: Override | true;
}

/** A TimeMap that could not be had. */
export interface SavedTimeMapProblem {
  readonly kind: "timemap-problem";
  readonly uriT: string;
  readonly accessError: string;
}

export type SavedResult = SavedMemento | SavedTimeMapProblem;

/** A measure as the settings of a run name it. */
export interface SavedChoice {
  readonly keyword: string;
  readonly name: string;
  /** What it is compared with; absent for the first memento. */
  readonly reference?: string;
  readonly threshold?: number;
  readonly comparison: "<" | "<=" | ">" | ">=";
}

/** What a results file says of the run as a whole: only JSON Lines do. */
export interface SavedRun {
  readonly tool: string;
  /** Settings as they were written; other versions may write other ones. */
  readonly settings: ReadonlyMap<string, unknown>;
  readonly choices: readonly SavedChoice[];
}

/** A results file that has been read. */
export interface SavedResults {
  /** Path as the user gave it. */
  readonly file: string;
  readonly mementos: readonly SavedMemento[];
  readonly timeMapProblems: readonly SavedTimeMapProblem[];
  readonly run?: SavedRun;
}
