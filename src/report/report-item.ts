import type { Capture, Evidence, Override, Pattern, ScoreEvidence, TopicStatus } from "../types.js";

/** What a report shows of one memento, whether it comes from a run or from a results file. */
export interface ReportMemento {
  readonly kind: "memento";
  readonly uriT: string;
  readonly uriM: string;
  readonly uriR?: string;
  /** ISO 8601 in UTC. */
  readonly mementoDatetime?: string;
  readonly overall?: TopicStatus;
  /** Why it could not be had. */
  readonly problem?: string;
  readonly status?: number;
  readonly measures: readonly ReportScore[];
  /** True where it is not known what was computed. */
  readonly override?: Override | true;
  /** The one vote of the topic of its collection. */
  readonly topicVote?: TopicStatus;
  readonly evidence?: Evidence;
  readonly pattern?: Pattern;
  /** URI-M of the first memento. */
  readonly comparedWith?: string;
  readonly source?: Capture["source"];
  readonly via?: Capture["via"];
  readonly notes?: readonly string[];
  /** The start of its text. */
  readonly excerpt?: string;
}

/** What one measure says: a score or an error. */
export interface ReportScore {
  readonly name: string;
  readonly score?: number;
  readonly bound?: ScoreEvidence["bound"];
  readonly topicStatus?: TopicStatus;
  readonly error?: string;
  readonly comparedWith?: string;
  /** Set when it is a part of the topic's one vote. */
  readonly ofTopic?: true;
}

/** A TimeMap that could not be had. */
export interface ReportMissedTimeMap {
  readonly kind: "timemap-problem";
  readonly uriT: string;
  readonly message: string;
}

/** Items come grouped by TimeMap, oldest memento first. */
export type ReportItem = ReportMemento | ReportMissedTimeMap;

/** A measure and when its score means off-topic, where that is known. */
export interface ReportCut {
  readonly name: string;
  readonly threshold?: number;
  readonly comparison: "<" | "<=" | ">" | ">=";
}

/** What a report says of the run as a whole. */
export interface ReportRun {
  readonly tool: string;
  /** The results file. */
  readonly file?: string;
  readonly combine?: string;
  /** Where captures without a web address of their own are replayed: PREFIX of `PREFIX20120616103217/http://seed/`. */
  readonly replay?: string;
  readonly cuts: readonly ReportCut[];
}
