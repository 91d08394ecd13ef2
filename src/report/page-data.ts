import type { Fault, OverallStatus } from "../base/types.js";
import type { Override } from "../score/settings/types.js";
import type { Evidence, Pattern, ScoreEvidence } from "../score/types.js";
/**
 * JSON in the data blocks of a report. It is the interface between the command, which writes it, and the browser, which
 * shows it. Its texts may come from hostile pages.
 */
/** Content of the data block {@link HEAD_ID}: everything except the mementos. */
export interface PageHead {
  /** Name and version of the program that wrote the report. */
  readonly tool: string;
  /** Results file of the report; absent if the report was written directly from a run. */
  readonly file?: string;
  /** Rule that combines votes, by its name in the settings; absent if it is unknown. */
  readonly combine?: string;
  /** Settings that decide what is compared, with their values. */
  readonly settings?: readonly (readonly [name: string, value: string])[];
  /** Files of the mementos, without the folders that all of them share. */
  readonly files: readonly string[];
  /** Number of mementos with a curator's own verdict. */
  readonly overridden: number;
  /** Inputs of the learned combination, by name. {@link PageMemento.weighed} has indexes in this list. */
  readonly inputs: readonly string[];
  readonly measures: readonly PageMeasure[];
  /** Counts of the one vote of the collection's topic; absent if it has none. */
  readonly topic?: Pick<PageMeasure, "scored" | "offTopic" | "alone">;
  /** TimeMaps in the order of the results. */
  readonly timeMaps: readonly PageTimeMap[];
  readonly missedTimeMaps: readonly PageMissedTimeMap[];
  /** Mementos with a date by year, ascending. */
  readonly years: readonly PageYear[];
  /** Known kinds of off-topic mementos, the most frequent first, then those of unknown kind; empty without evidence. */
  readonly pageKinds: readonly PageKindCount[];
  readonly hasEvidence: boolean;
  readonly hasText: boolean;
  readonly hasPictures: boolean;
  /** Addresses of pictures. {@link PageMemento.picture} has indexes in this list; absent if pictures are data blocks. */
  readonly pictures?: readonly string[];
  /** Cases for review in the order of the queue. */
  readonly cases: PageCases;
  /** Kinds of page. {@link PageCases.kind} has indexes in this list. */
  readonly kinds: readonly string[];
  /** Digest of the set of URI-Ms in the results. */
  readonly run: string;
}

/**
 * Cases in columns: unsure ones, then off-topic ones with the least certain first, then those of batches. After them
 * comes the sample of on-topic mementos, which only has the columns `timeMap`, `from`, `to`, `flags` and `drawn`.
 */
export interface PageCases {
  readonly timeMap: readonly number[];
  /** Place of the first memento; `to` is that of the last. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Index in {@link PageHead.kinds}; -1 if the kind is unknown. */
  readonly kind: readonly number[];
  /** Index in `FAULTS`; -1 if the fault is unknown. */
  readonly fault: readonly number[];
  /** Number of different texts of its mementos. */
  readonly texts: readonly number[];
  /** HTTP status of the first memento; 0 if it is unknown. */
  readonly status: readonly number[];
  /** Sum of values of {@link CASE_FLAGS}. */
  readonly flags: readonly number[];
  /** Number of its batch; -1 if it is in none. */
  readonly batch: readonly number[];
  /** Probability with which each memento of the sample was drawn. */
  readonly drawn: readonly number[];
  /**
   * Index in `drawn` of the first memento with the same text in its TimeMap, for each memento of the sample. Mementos
   * with the same index form one case.
   */
  readonly equal: readonly number[];
  /** Index of a case, followed by the places at which its text changes. */
  readonly breaks: readonly (readonly number[])[];
}

/** Further facts about a case, as bits. */
export const CASE_FLAGS = { language: 1, near: 2, override: 4, unsure: 8 } as const;

/** A measure, its threshold, and the counts of its results. */
export interface PageMeasure {
  readonly name: string;
  readonly threshold?: number;
  readonly comparison?: "<" | "<=" | ">" | ">=";
  /**
   * Set if the measure has a vote but no single threshold: `by language` if mementos have their own, else `not
   * reported`.
   */
  readonly cut?: "by language" | "not reported";
  readonly scored: number;
  readonly offTopic: number;
  /**
   * Number of mementos that only this measure votes to be off-topic; absent if it is a part of the topic's one vote.
   */
  readonly alone?: number;
  readonly failed: number;
}

export interface PageTimeMap {
  readonly uriT: string;
  /** URI-R of its earliest memento. */
  readonly seed: string;
  readonly onTopic: number;
  readonly offTopic: number;
  /** Number of mementos that are unsure or without a verdict. */
  readonly undecided: number;
  /** Number of runs of off-topic mementos. Unsure mementos and those without a verdict do not interrupt a run. */
  readonly offRuns: number;
  /** First day of the last run. */
  readonly offFrom?: string;
  /** Last day of the last run; absent if it lasts to the end of the TimeMap. */
  readonly offTo?: string;
  readonly pattern?: Pattern;
  /** Set if every capture of the seed is suspect. */
  readonly notice?: string;
  /** ISO 8601 in UTC. */
  readonly from?: string;
  readonly to?: string;
  readonly surt: string;
  /** One character per memento: see {@link STRIP}. */
  readonly strip: string;
  /** For each memento the days since the previous one (the first: since 1970) in base 36; empty without a date. */
  readonly days: string;
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
  /** Title of the kind; absent if it is unknown. */
  readonly title?: string;
  readonly count: number;
}

/** Content of a data block of mementos: {@link PART_SIZE} of one TimeMap, fewer in the last block. */
export interface PagePart {
  readonly mementos: readonly PageMemento[];
  /** Passages of texts. Mementos of this part have indexes in this list: see `passages`. */
  readonly texts: readonly string[];
}

export interface PageMemento {
  readonly uriM: string;
  /** Address at which it is replayed, if that is not its URI-M. */
  readonly replayed?: string;
  /** ISO 8601 in UTC. */
  readonly date?: string;
  readonly overall?: OverallStatus;
  /** Reason why it failed. */
  readonly problem?: string;
  readonly status?: number;
  /** HTTP status with which the server should have answered, if it is another one. */
  readonly effectiveStatus?: number;
  readonly fault?: Fault;
  readonly scores: readonly PageScore[];
  /** Curator's verdict; without members if the computed verdict is unknown. */
  readonly override?: Partial<Override>;
  /** Evidence without `scores`, `topic` and `combination`, which have properties of their own. */
  readonly evidence?: Partial<Evidence>;
  /** Probability of being off-topic by the learned combination. */
  readonly probability?: number;
  /**
   * Inputs with most weight in the combination: indexes in {@link PageHead.inputs} with log-odds, the greatest first.
   */
  readonly weighed?: readonly (readonly [input: number, contribution: number])[];
  /** Vote of the collection's topic, in words. */
  readonly topicVote?: string;
  /** Position of its bytes; `file` is an index in {@link PageHead.files}. */
  readonly source?: {
    readonly file: number;
    readonly offset: number;
    readonly unit?: "item";
  };
  /** WARC-Record-ID; only for off-topic mementos. */
  readonly recordId?: string;
  /** SURT of its URI-R, which is its key in CDXJ, if it differs from {@link PageTimeMap.surt}. */
  readonly surt?: string;
  /** Description of the capture that it points to. */
  readonly standsFor?: string;
  readonly notes?: readonly string[];
  /** Number of its picture: see {@link pictureId}. */
  readonly picture?: number;
  /**
   * Index in `texts` of the passages that differ from the memento {@link PageMemento.beside}, or else of the start of
   * its text.
   */
  readonly text?: number;
  /**
   * Memento with whose text its own is compared: the last on-topic one before it, or else the one that it was compared
   * with.
   */
  readonly beside?: {
    readonly place: number;
    readonly text: number;
    /** Set if the two texts have no words in common except stop words and numbers. */
    readonly sharesNothing?: true | undefined;
  };
}

/** Score or error of one measure for a memento. */
export interface PageScore {
  /** Index in {@link PageHead.measures}. */
  readonly measure: number;
  readonly score?: number;
  readonly bound?: ScoreEvidence["bound"];
  readonly topicStatus?: OverallStatus;
  readonly error?: string;
  /** Threshold for this memento, if the measure has no single one. */
  readonly threshold?: number;
  /** See {@link ScoreEvidence}. */
  readonly normalised?: number;
  /** Memento that it was compared with, if that is not the first one. */
  readonly comparedWith?: string;
}

/**
 * Content of the data block {@link REVIEW_ID}, which only a served page has, because a server stores decisions. Under
 * `homeUrl`, `run` answers with {@link PageHead.run}, and `decisions` takes the text of a file of decisions (POST),
 * merges it with the decisions that the server has, and answers with {@link KeptDecisions}.
 */
export interface ReviewData extends KeptDecisions {
  readonly homeUrl: string;
  /**
   * Address of archived pages: `?uri=` and a URI-M are appended, and `&as=picture` for the screenshot that the crawl
   * stored. Absent if no pages can be shown.
   */
  readonly archivedUrl?: string;
  /** Command that uses the decisions. */
  readonly next: string;
}

/** Decisions that a server has stored. */
export interface KeptDecisions {
  /** Text of the file of decisions. */
  readonly decisions: string;
}

export const REVIEW_ID = "review";

/**
 * Number of mementos in a data block. A block is parsed without a noticeable delay, and there are not too many blocks.
 */
export const PART_SIZE = 500;

/** Characters of {@link PageTimeMap.strip}. */
export const STRIP = { onTopic: ".", offTopic: "x", unsure: "u", undecided: "?" } as const;

/**
 * Marks in passages: characters for private use. At the start of a line, `FOLDED` precedes the number of lines that are
 * left out because both texts have them, and `CUT` the number of characters by which the text is longer.
 */
export const FOLDED = "\ue000";
export const CUT = "\ue001";
/** Words between `MARKED` and `UNMARKED` are not in the other text. */
export const MARKED = "\ue002";
export const UNMARKED = "\ue003";

export const HEAD_ID = "report-head";

/** Returns the name of the data block with a picture as a `data:` URI. */
export const pictureId = (picture: number): string => `picture-${picture}`;

export const partId = (timeMap: number, part: number): string => `mementos-${timeMap}-${part}`;
