import type { OverallStatus } from "../base/types.js";
import type { Override } from "../score/settings/types.js";
import type { Evidence, Pattern, ScoreEvidence } from "../score/types.js";
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
  /** Settings that decide what is compared, as names and values. */
  readonly settings?: readonly (readonly [name: string, value: string])[];
  /** Files that mementos stand in, without the folders that all of them share. */
  readonly files: readonly string[];
  /** Mementos whose verdict is a curator's own. */
  readonly overridden: number;
  /** Names of the learned combination's inputs, which {@link PageMemento.weighed} refers to by place. */
  readonly inputs: readonly string[];
  readonly measures: readonly PageMeasure[];
  /** The one vote of the topic of the collection; absent where there is none. */
  readonly topic?: Pick<PageMeasure, "scored" | "offTopic" | "alone">;
  /** In the order of the results. */
  readonly timeMaps: readonly PageTimeMap[];
  readonly missedTimeMaps: readonly PageMissedTimeMap[];
  /** Ascending; of mementos that have a date. */
  readonly years: readonly PageYear[];
  /** Kinds that off-topic mementos plainly are, most frequent first, then those of no known kind; empty without evidence. */
  readonly pageKinds: readonly PageKindCount[];
  readonly hasEvidence: boolean;
  readonly hasText: boolean;
  /** What people are asked to decide, in the order in which they are. */
  readonly cases: PageCases;
  /** Kinds of page that {@link PageCases.kind} refers to by place. */
  readonly kinds: readonly string[];
  /** Digest of the set of URI-Ms that was judged. */
  readonly run: string;
}

/**
 * Cases in columns: unsure ones, then off-topic ones, the least certain before the others, then those of batches. The sample of
 * on-topic mementos comes after them: it has the columns `timeMap`, `from`, `to` and `flags` too, and `drawn` of its own.
 */
export interface PageCases {
  readonly timeMap: readonly number[];
  /** Place of the first and the last memento. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Place in {@link PageHead.kinds}; -1 where it is not known. */
  readonly kind: readonly number[];
  /** How many different texts its mementos have. */
  readonly texts: readonly number[];
  /** HTTP status of the first memento; 0 where it is not known. */
  readonly status: readonly number[];
  /** Sum of {@link CASE_FLAGS}. */
  readonly flags: readonly number[];
  /** Number of its batch; -1 without one. */
  readonly batch: readonly number[];
  /** Probability with which each memento of the sample was drawn. */
  readonly drawn: readonly number[];
  /** For each memento of the sample the place in `drawn` of the first one of its TimeMap with the same text: they are one case. */
  readonly equal: readonly number[];
  /** A case, then the places where another text begins in it. */
  readonly breaks: readonly (readonly number[])[];
}

/** What else is known of a case. */
export const CASE_FLAGS = { language: 1, near: 2, override: 4, unsure: 8 } as const;

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
  /** Neither of the two: unsure, or without a verdict. */
  readonly undecided: number;
  /** Number of runs of off-topic mementos; unsure mementos and those without a verdict are passed over. */
  readonly offRuns: number;
  /** The day on which the last run begins. */
  readonly offFrom?: string;
  /** The day on which the last run ends; absent if it lasts to the end of the TimeMap. */
  readonly offTo?: string;
  readonly pattern?: Pattern;
  /** Set if every capture of the seed is suspect. */
  readonly notice?: string;
  /** ISO 8601 in UTC. */
  readonly from?: string;
  readonly to?: string;
  readonly surt: string;
  /** One character a memento: see {@link STRIP}. */
  readonly strip: string;
  /** Of each memento the days since the one before, the first since 1970, in base 36; empty without a date. */
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
  /** Absent where no kind is known. */
  readonly title?: string;
  readonly count: number;
}

/** A data block of mementos: {@link PART_SIZE} of one TimeMap, the last one fewer. */
export interface PagePart {
  readonly mementos: readonly PageMemento[];
  /** Passages that mementos of this part refer to by place: see `passages`. */
  readonly texts: readonly string[];
}

export interface PageMemento {
  readonly uriM: string;
  /** Where it is replayed, when that is not its URI-M. */
  readonly replayed?: string;
  /** ISO 8601 in UTC. */
  readonly date?: string;
  readonly overall?: OverallStatus;
  /** Why it failed. */
  readonly problem?: string;
  readonly status?: number;
  readonly scores: readonly PageScore[];
  /** Without members where it is not known what was computed. */
  readonly override?: Partial<Override>;
  /** Without `scores`, `topic` and `combination`, which stand beside it. */
  readonly evidence?: Partial<Evidence>;
  /** Of being off-topic, by the learned combination. */
  readonly probability?: number;
  /** What weighed most in it: places in {@link PageHead.inputs} with log-odds, greatest first. */
  readonly weighed?: readonly (readonly [input: number, contribution: number])[];
  /** How the topic of the collection voted, in words. */
  readonly topicVote?: string;
  /** Where its bytes stand: `file` is a place in {@link PageHead.files}. */
  readonly source?: {
    readonly file: number;
    readonly offset: number;
    readonly unit?: "item";
  };
  /** WARC-Record-ID; of off-topic mementos. */
  readonly recordId?: string;
  /** SURT of its URI-R, which is its key in CDXJ; where that is not {@link PageTimeMap.surt}. */
  readonly surt?: string;
  /** What it points to, in words. */
  readonly standsFor?: string;
  readonly notes?: readonly string[];
  /** Place in `texts` of the passages by which it differs from the memento {@link PageMemento.beside}, else of its start. */
  readonly text?: number;
  /** What its text is shown beside: the last on-topic memento before it, else the one it was compared with. */
  readonly beside?: {
    readonly place: number;
    readonly text: number;
    /** Set where the two texts have no word in common but stop words and numbers. */
    readonly sharesNothing?: true | undefined;
  };
}

/** What one measure says of a memento: a score or an error. */
export interface PageScore {
  /** Place in {@link PageHead.measures}. */
  readonly measure: number;
  readonly score?: number;
  readonly bound?: ScoreEvidence["bound"];
  readonly topicStatus?: OverallStatus;
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
  /** With `?uri=` and a URI-M behind it the archived page, with `&as=picture` too the picture that the crawl kept; absent where no pages can be shown. */
  readonly archivedUrl?: string;
}

/** What the file of a server holds. */
export interface KeptDecisions {
  /** Its text. */
  readonly decisions: string;
}

export const REVIEW_ID = "review";

/** Mementos in a data block: few enough to be parsed at a blink, enough to keep blocks few. */
export const PART_SIZE = 500;

/** Characters of {@link PageTimeMap.strip}. */
export const STRIP = { onTopic: ".", offTopic: "x", unsure: "u", undecided: "?" } as const;

/**
 * Marks in passages, characters of private use. At the start of a line `FOLDED` comes before the number of lines that are left
 * out because both texts have them, and `CUT` before the number of characters by which the text is longer.
 */
export const FOLDED = "\ue000";
export const CUT = "\ue001";
/** Words between the two are not in the other text. */
export const MARKED = "\ue002";
export const UNMARKED = "\ue003";

export const HEAD_ID = "report-head";

export const partId = (timeMap: number, part: number): string => `mementos-${timeMap}-${part}`;
