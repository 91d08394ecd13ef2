import type { Capture, Outcome, PluginModule, Problem, Via } from "./inputs.js";
import type {
  BoundedScore,
  ModelInput,
  Override,
  Pattern,
  PreprocessingFlags,
  Settings,
  TopicVote,
  OverallStatus,
  TopicStatus,
} from "./settings.js";

/** What a measure says of a memento. */
export interface Score {
  readonly score: number;
  /** Set when `score` is a bound of the score, which was not computed (see {@link BoundedScore}). */
  readonly bound?: BoundedScore["bound"];
  /** Absent when the measure has no threshold: scored, no vote. */
  readonly topicStatus?: TopicStatus;
}

/** That a measure was not asked, because the memento was off-topic already. */
export interface Skipped {
  readonly skipped: "short-circuit";
}

/** One measure's verdict on one memento. */
export interface MeasureResult {
  readonly name: string;
  readonly flags: PreprocessingFlags;
  readonly outcome: Outcome<Score> | Skipped;
  /** What it was compared with, where that is not the first memento: a URI-M, or `median of 7 mementos`. */
  readonly comparedWith?: string;
}

/** A kind of page that a memento says it is, 0 to 1 how plainly, and the words or marks that gave it away. */
export type Sign = {
  readonly kind: string;
  readonly strength: number;
  readonly marks: readonly string[];
};

/** A memento beside the topic of its collection. */
export interface CollectionResult {
  readonly measures: readonly MeasureResult[];
  /** Their one vote; absent where none could be scored. */
  readonly topicStatus?: TopicStatus;
  /** Whether two measures or more recognise the memento; absent where there is no vote. */
  readonly isBeyondDoubt?: boolean;
  /** How that vote came about; absent where the memento could not be compared with the topic. */
  readonly vote?: TopicVote;
  /** Names the profile. */
  readonly profile: string;
}

/** Everything that is said of one memento; each is complete in itself (JSON Lines writes exactly this). */
export interface MementoResult {
  readonly kind: "memento";
  readonly key: string;
  readonly uriT: string;
  readonly uriM: string;
  readonly capture: Capture;
  /** Set when the memento failed: there are no measures then. */
  readonly problem?: Problem;
  /** 64-bit Simhash as its decimal digits: above 2^53 a number would lose them. */
  readonly simhash?: Outcome<string>;
  /** The same of its text; set where `simhash` is. */
  readonly textSimhash?: Outcome<string>;
  readonly contentLength?: Outcome<number>;
  readonly language?: Outcome<string>;
  readonly measures: readonly MeasureResult[];
  /** What the topic of the collection says of it; set when it was asked. */
  readonly collection?: CollectionResult;
  /** Signs of what it is, strongest first; set when they were looked for. */
  readonly signs?: Outcome<readonly Sign[]>;
  /** The kind of page that it plainly is, of these. */
  readonly pageKind?: string;
  /** The values that the learned combination read, by short names (`cosine@median lr`); those that are missing left out. */
  readonly inputs?: Readonly<Record<string, number>>;
  /** The start of its text, of settings with `excerpts`. */
  readonly excerpt?: Outcome<string>;
  /** Why it has its verdict; set when it was asked for. */
  readonly evidence?: Evidence;
  readonly overall?: OverallStatus;
  /** Set when `overall` is a curator's own verdict. */
  readonly override?: Override;
  /** Of its TimeMap; absent where no memento of it has a verdict. */
  readonly pattern?: Pattern;
  /** What a curator should know of its TimeMap: every capture of the seed is suspect. */
  readonly seedNotice?: string;
  /** URI-M of the memento it was compared with. */
  readonly comparedWith?: string;
}

/** A TimeMap that failed. */
export interface TimeMapProblem {
  readonly kind: "timemap-problem";
  readonly uriT: string;
  /** Never set: any result may be asked for its verdict. */
  readonly overall?: undefined;
  readonly problem: Problem;
}

/** One line of output: a memento, or a TimeMap that failed. */
export type Result = MementoResult | TimeMapProblem;

/** A form of output; its keyword is what is typed in `-ot`. It turns results into text or bytes and knows no files. */
export interface Writer<Piece extends string | Uint8Array = string | Uint8Array> {
  readonly keyword: string;
  readonly title: string;
  readonly summary: string;
  readonly example: string;
  /** Set where it is not ours but of a plug-in. */
  readonly plugin?: PluginModule;
  /** True when it shows texts and evidence, which a run keeps only when asked. */
  readonly showsEvidence?: true;
  /** Of a name that ends so it is the form, where no other one is asked for: `.csv`. */
  readonly suffix?: `.${string}`;
  /** The suffix that its files usually have, where a name that ends so does not choose the form. */
  readonly usualSuffix?: `.${string}`;
  /** True when it writes bytes that are no text. */
  readonly isBinary?: true;
  /** True when it says the settings of the run. */
  readonly needsSettings?: true;
  /** True when it has links to mementos, which `--replay` is for. */
  readonly linksMementos?: true;
  /** Results come grouped by TimeMap, in order of grouping key, memento-datetime and tie. */
  write(
    results: AsyncIterable<Result>,
    settings: Settings,
    presentation?: Presentation,
  ): AsyncIterable<Piece>;
}

/** Choices that change how results are shown, never what they are. */
export interface Presentation {
  /** Where captures without a web address of their own are replayed (`--replay`). */
  readonly replay?: string;
  /** Set where a person looks at the output on a terminal. */
  readonly terminal?: Terminal;
}

/** What a terminal can show. */
export interface Terminal {
  readonly columns: number;
  readonly hasColors: boolean;
}

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
  /** Set if no memento of the TimeMap is fit to be compared with: the probability is then that of the memento's own word. */
  readonly isAlone?: true;
  /** Log-odds without any input. */
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
  /** BCP 47, `und` where it is not detected. */
  readonly language?: Change<string>;
  /** Of the body, codings undone. */
  readonly bytes?: Change<number>;
  /** Words of the text, boilerplate and stop words left out. */
  readonly words?: Change<number>;
  readonly httpStatus?: Change<number>;
  /** Where a redirect ended. */
  readonly redirect?: Omit<Via, "kind" | "source">;
  readonly pageKind?: PageKind;
  /** The most distinctive words of the first memento that this one lacks; of off-topic and doubtful mementos only. */
  readonly termsLost?: readonly string[];
  /** The most distinctive words that the first memento lacks; of off-topic and doubtful mementos only. */
  readonly termsGained?: readonly string[];
  /** Of runs that compare mementos with the topic of their collection. */
  readonly topic?: TopicEvidence;
  /** Of off-topic and doubtful mementos only. */
  readonly combination?: CombinationEvidence;
}
