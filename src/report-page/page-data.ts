import type { Evidence, Override, Pattern, ScoreEvidence, TopicStatus } from "../types.js";
/**
 * What the page of a report shows, as JSON in its data blocks: the line between the command, which writes it, and the
 * browser, which shows it. Text in it may come from pages.
 */
/** The data block {@link HEAD_ID}: everything but the mementos. */
export interface PageHead {
  /** Name and version of what wrote the report. */
  readonly tool: string;
  /** The results file that it was made from; absent for reports written straight from a run. */
  readonly file?: string;
  /** How votes decide, as settings name it; absent where it is not known. */
  readonly combine?: string;
  readonly measures: readonly PageMeasure[];
  /** The one vote of the topic of the collection; absent where there is none. */
  readonly topic?: Pick<PageMeasure, "scored" | "offTopic" | "alone">;
  /** In the order of the results. */
  readonly timeMaps: readonly PageTimeMap[];
  /** TimeMaps that failed. */
  readonly missedTimeMaps: readonly PageMissedTimeMap[];
  /** Ascending; of mementos that have a date. */
  readonly years: readonly PageYear[];
  /** Kinds that off-topic mementos plainly are, most frequent first; empty without evidence. */
  readonly pageKinds: readonly PageKindCount[];
  readonly hasEvidence: boolean;
  readonly hasText: boolean;
}

/** A measure, when its score means off-topic, and what it said of all mementos. */
export interface PageMeasure {
  readonly name: string;
  readonly threshold?: number;
  readonly comparison?: "<" | "<=" | ">" | ">=";
  /** Set when it has a vote and no one threshold: `by language` where mementos have their own, else it is not reported. */
  readonly cut?: "by language" | "not reported";
  readonly scored: number;
  readonly offTopic: number;
  /** Off-topic by this measure and by no other vote; absent where it is a part of the topic's one vote. */
  readonly alone?: number;
  readonly failed: number;
}

export interface PageTimeMap {
  readonly uriT: string;
  /** URI-R of its earliest memento. */
  readonly seed: string;
  readonly onTopic: number;
  readonly offTopic: number;
  readonly undecided: number;
  /** Runs of off-topic mementos; mementos without a verdict are passed over. */
  readonly offRuns: number;
  readonly pattern?: Pattern;
  /** ISO 8601 in UTC. */
  readonly from?: string;
  readonly to?: string;
  /** One character a memento: see {@link STRIP}. */
  readonly strip: string;
  /** Place of the memento that the others are compared with. */
  readonly first?: number;
}

export interface PageMissedTimeMap {
  readonly uriT: string;
  readonly message: string;
}

export interface PageYear {
  readonly year: string;
  readonly onTopic: number;
  readonly offTopic: number;
  readonly undecided: number;
}

export interface PageKindCount {
  readonly title: string;
  readonly count: number;
}

/** A data block of mementos: {@link PART_SIZE} of one TimeMap, the last one fewer. */
export interface PagePart {
  readonly mementos: readonly PageMemento[];
  /** Excerpts that mementos of this part refer to by place. */
  readonly texts: readonly string[];
}

export interface PageMemento {
  readonly uriM: string;
  /** Where it is replayed, when that is not its URI-M. */
  readonly replayed?: string;
  /** ISO 8601 in UTC. */
  readonly date?: string;
  readonly overall?: TopicStatus;
  /** Why it failed. */
  readonly problem?: string;
  readonly status?: number;
  readonly scores: readonly PageScore[];
  /** Without members where it is not known what was computed. */
  readonly override?: Partial<Override>;
  /** Without `scores` and `topic`, which stand beside it. */
  readonly evidence?: Partial<Evidence>;
  /** How the topic of the collection voted, in words. */
  readonly topicVote?: string;
  /** Where its bytes stand. */
  readonly source?: { readonly file: string; readonly offset: number };
  /** What it points to, in words. */
  readonly standsFor?: string;
  readonly notes?: readonly string[];
  /** Place of its excerpt in `texts`. */
  readonly text?: number;
}

/** What one measure says of a memento: a score or an error. */
export interface PageScore {
  /** Place in {@link PageHead.measures}. */
  readonly measure: number;
  readonly score?: number;
  readonly bound?: ScoreEvidence["bound"];
  readonly topicStatus?: TopicStatus;
  readonly error?: string;
  /** Its own, where the measure has no one threshold. */
  readonly threshold?: number;
  /** See {@link ScoreEvidence}. */
  readonly normalised?: number;
  /** What it was compared with, where that is not the first memento. */
  readonly comparedWith?: string;
}

/**
 * The data block {@link REVIEW_ID}, which only a served page has: a server keeps decisions. They are sent to `saveUrl` as
 * the text of a file of decisions (POST), and are merged into those that are there; the answer is {@link KeptDecisions}.
 */
export interface ReviewData extends KeptDecisions {
  readonly saveUrl: string;
  /** Whether archived pages can be shown. */
  readonly archived: boolean;
  /** With `?uri=` and a URI-M behind it the archived page, with `&as=picture` too the picture that the crawl kept. */
  readonly archivedUrl?: string;
}

/** What the file of a server holds. */
export interface KeptDecisions {
  /** Its text. */
  readonly decisions: string;
  /** URI-Ms on which people contradict each other. */
  readonly conflicts: readonly string[];
  /** How many of them were made of another set of mementos. */
  readonly ofOtherRuns: number;
}

/** The `id` of the data block of a served page. */
export const REVIEW_ID = "review";

/** Mementos in a data block: few enough to be parsed at a blink, enough to keep blocks few. */
export const PART_SIZE = 500;

/** Characters of {@link PageTimeMap.strip}. */
export const STRIP = { onTopic: ".", offTopic: "x", undecided: "?" } as const;

/** The `id` of the head's data block. */
export const HEAD_ID = "report-head";

/** The `id` of a part's data block. */
export const partId = (timeMap: number, part: number): string => `mementos-${timeMap}-${part}`;
