import type { OverallStatus } from "../base/types.js";
import type { Override } from "../score/settings/types.js";
import type { Evidence, Pattern, ScoreEvidence } from "../score/types.js";
import type { Look } from "./list-count.js";

/**
 * JSON in the data blocks of a report. It is the interface between the command, which writes it, and the browser, which
 * shows it. Its texts may come from hostile pages.
 */
export interface PageHead {
  /** Name and version of the program that wrote the report. */
  readonly tool: string;
  /** Absent if a run wrote the report directly. */
  readonly file?: string;
  /** Rule that combines votes, by its name in the settings. Absent if the rule is unknown. */
  readonly combine?: string;
  readonly settings?: readonly (readonly [name: string, value: string])[];
  /** Files of the mementos, without the folders that all files share. */
  readonly files: readonly string[];
  readonly overridden: number;
  /** Inputs of the learned combination, by name. {@link PageMemento.weighed} has indexes in this list. */
  readonly inputs: readonly string[];
  readonly measures: readonly PageMeasure[];
  /** TimeMaps in the order of the results. */
  readonly timeMaps: readonly PageTimeMap[];
  readonly missedTimeMaps: readonly PageMissedTimeMap[];
  /** Numbers of dated mementos by year, in ascending order of the years. */
  readonly years: readonly PageYear[];
  /**
   * Known kinds of off-topic mementos, the most frequent kind first. The last entry counts the mementos of unknown
   * kind. Empty if the results have no evidence.
   */
  readonly pageKinds: readonly PageKindCount[];
  readonly hasEvidence: boolean;
  readonly hasText: boolean;
  readonly hasPictures: boolean;
  /**
   * Addresses of pictures. {@link PageMemento.picture} has indexes in this list. Absent if the pictures are data
   * blocks.
   */
  readonly pictures?: readonly string[];
  /** The lists of the review, each in its order. */
  readonly cases: readonly PageCase[];
  /** Probability with which each of the random mementos was drawn. */
  readonly drawn: number;
  /** Digest of the set of URI-Ms in the results. */
  readonly run: string;
}

/** Mementos of one TimeMap that a reviewer looks at together: a case, a check, or some that were drawn at random. */
export interface PageCase {
  readonly look: Look;
  readonly timeMap: number;
  /** Place of the memento to look at first. */
  readonly place: number;
  /** Places of the mementos in ascending order. */
  readonly places: readonly number[];
  /** Verdict of all mementos; unsure if they have several. */
  readonly computed: OverallStatus;
  /** Kind of page; absent for on-topic mementos of no known kind. */
  readonly kind?: string | undefined;
  /** Whether the page changed for good at the first memento. */
  readonly isChange: boolean;
  /** Number of different texts, at least 1. Texts are distinguished by Simhash. */
  readonly texts: number;
  /** Places at which the text differs from the previous memento's text. */
  readonly breaks: readonly number[];
  /** Number of the batch: cases of several TimeMaps with nearly the same text. */
  readonly batch?: number | undefined;
  /** Captures of a check's seed that are in no case, and are asked about if the check is off-topic. */
  readonly others?: readonly number[] | undefined;
  /** Place of the off-topic check beside which these captures are, so that they are asked about. */
  readonly besideCheck?: number | undefined;
}

/** Returns what is asked about if a check is off-topic: the captures after it, then those before it. */
export function stretchesOf({ place, others = [], ...check }: PageCase): PageCase[] {
  const [before, after] = [others.filter((at) => at < place), others.filter((at) => at > place)];
  // The captures next to the check come first, as they are the likeliest to show the same.
  const stretches = [
    { place: after[0]!, places: after },
    { place: before.at(-1)!, places: before },
  ];
  return stretches
    .filter(({ places }) => places.length > 0)
    .map((each) => ({ ...check, ...each, besideCheck: place }));
}

/** Reasons to look at captures that the page says too. */
export const CHANGED_FOR_GOOD = "changed for good";
export const NEAREST = "nearest to the threshold";

/** Stands for the kind of a page wherever it is not known. */
export const UNKNOWN_KIND = "no known kind";

export interface PageMeasure {
  readonly name: string;
  /** Absent if the measure has no vote, or no single threshold. */
  readonly threshold?: number;
  readonly comparison?: "<" | "<=" | ">" | ">=";
}

/** Numbers of mementos. Those that are unsure or have no verdict are undecided. */
export type VerdictCounts = Record<"onTopic" | "offTopic" | "undecided", number>;

export interface PageTimeMap extends Readonly<VerdictCounts> {
  readonly uriT: string;
  /** URI-R of the earliest memento. */
  readonly seed: string;
  /** Number of mementos that were not read. Absent if all were. */
  readonly inferred?: number | undefined;
  /** Number of runs of off-topic mementos. Unsure mementos and mementos without a verdict do not interrupt a run. */
  readonly offRuns: number;
  /** First day of the last run. */
  readonly offFrom?: string;
  /** Last day of the last run. Absent if the run lasts to the end of the TimeMap. */
  readonly offTo?: string;
  readonly pattern?: Pattern;
  /** Set if every capture of the seed is suspect, or if the page moved. */
  readonly notice?: string;
  /** ISO 8601 in UTC. */
  readonly from?: string;
  readonly to?: string;
  /** One character of {@link STRIP} for each memento. */
  readonly strip: string;
  /**
   * For each memento, the number of days since the previous memento, in base 36. The first number counts from 1970.
   * Empty for a memento without a date.
   */
  readonly days: string;
  /** Place of the reference memento, with which the other mementos are compared. */
  readonly first?: number;
}

export interface PageMissedTimeMap {
  readonly uriT: string;
  readonly message: string;
}

export interface PageYear extends Readonly<VerdictCounts> {
  readonly year: string;
}

export interface PageKindCount {
  readonly title: string;
  readonly count: number;
}

/** Each block has {@link PART_SIZE} mementos of one TimeMap, except that the last block may have fewer. */
export interface PagePart {
  readonly mementos: readonly PageMemento[];
  /** Passages of texts. Mementos of this part have indexes in this list; see `passages`. */
  readonly texts: readonly string[];
}

export interface PageMemento {
  readonly uriM: string;
  /** Absent if it equals the URI-M. */
  readonly replayed?: string;
  /** ISO 8601 in UTC. */
  readonly date?: string;
  readonly overall?: OverallStatus;
  /** Reason why the memento failed. */
  readonly problem?: string;
  readonly status?: number;
  readonly scores: readonly PageScore[];
  /** An override without members means that the computed verdict is unknown. */
  readonly override?: Partial<Override>;
  /** Evidence without `scores`, `topic` and `combination`, which have properties of their own. */
  readonly evidence?: Partial<Evidence>;
  /** Probability of being off-topic, according to the learned combination. */
  readonly probability?: number;
  /**
   * Inputs with the most weight in the combination, as indexes in {@link PageHead.inputs} and log-odds. The greatest
   * weight comes first.
   */
  readonly weighed?: readonly (readonly [input: number, contribution: number])[];
  /** Vote of the collection's topic, in words. */
  readonly topicVote?: string;
  /** Position of the memento's bytes. `file` is an index in {@link PageHead.files}. */
  readonly source?: {
    readonly file: number;
    readonly offset: number;
    readonly unit?: "item";
  };
  /** Set for a capture that was not read: the URI-Ms of those beside it, whose verdict it has. */
  readonly inferredFrom?: readonly string[];
  /** Description of the capture that the memento points to. */
  readonly standsFor?: string;
  readonly notes?: readonly string[];
  /** Number of the picture; see {@link pictureId}. */
  readonly picture?: number;
  /**
   * Index in `texts` of the passages that differ from the text of {@link PageMemento.beside}. Without such a memento,
   * the index of the start of the text.
   */
  readonly text?: number;
  /**
   * Memento whose text is shown next to this memento's text. This is the last on-topic memento before it, or else the
   * memento with which it was compared.
   */
  readonly beside?: {
    readonly place: number;
    readonly text: number;
    /** Set if the two texts have no words in common except stop words and numbers. */
    readonly sharesNothing?: true | undefined;
  };
}

export interface PageScore {
  /** Index in {@link PageHead.measures}. */
  readonly measure: number;
  readonly score?: number;
  readonly bound?: ScoreEvidence["bound"];
  readonly topicStatus?: OverallStatus;
  readonly error?: string;
  /** Absent if the measure has a single threshold. */
  readonly threshold?: number;
  /** Absent if that is the first memento. */
  readonly comparedWith?: string;
}

/**
 * Content of the data block {@link REVIEW_ID}. Only a served page has this block, because a server stores decisions.
 * Under `homeUrl`, the address `run` answers with {@link PageHead.run}. The address `decisions` accepts the text of a
 * file of decisions (POST), merges it with the stored decisions, and answers with {@link KeptDecisions}.
 */
export interface ReviewData extends KeptDecisions {
  readonly homeUrl: string;
  /**
   * Address of archived pages. The page appends `?uri=` and a URI-M, and also `&as=picture` for the screenshot that the
   * crawl stored. Absent if no pages can be shown.
   */
  readonly archivedUrl?: string;
  /** Whether the user allows captures to be fetched that no run has read. */
  readonly mayFetch?: boolean;
  /** Command that uses the decisions. */
  readonly next: string;
  /** Command that makes pictures. */
  readonly makePictures: string;
}

/** Answer under the address `resources`, which comes when all files of the archived pages have been read. */
export interface ReadFiles {
  /** Whether pages have been shown without their style sheets and pictures before. */
  readonly isLate: boolean;
  readonly hasScreenshots: boolean;
}

/** Decisions that a server has stored. */
export interface KeptDecisions {
  /** Text of the file of decisions. */
  readonly decisions: string;
}

export const REVIEW_ID = "review";

/** A block of this size is parsed without a noticeable delay, and the number of blocks stays small. */
export const PART_SIZE = 500;

/** Characters of {@link PageTimeMap.strip}. */
export const STRIP = { onTopic: ".", offTopic: "x", unsure: "u", undecided: "?" } as const;

/**
 * Marks in passages, which are private-use characters. At the start of a line, `FOLDED` precedes the number of omitted
 * lines that both texts have. `CUT` precedes the number of omitted characters at the end of the text.
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
