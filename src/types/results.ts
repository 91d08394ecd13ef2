import type { Capture, Outcome, Problem } from "./captures.js";
import type { Override, Pattern } from "./decisions.js";
import type { Evidence } from "./evidence.js";
import type { BoundedScore, PreprocessingFlags } from "./measures.js";
import type { Settings } from "./settings.js";
import type { TopicBallot } from "./topic.js";

/** A verdict, of a measure or overall. */
export type TopicStatus = "on-topic" | "off-topic";

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
  /** How that vote came about; absent where the memento could not be compared with the topic. */
  readonly ballot?: TopicBallot;
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
  /** Set when the memento could not be had: there are no measures then. */
  readonly problem?: Problem;
  /** 64-bit Simhash as its decimal digits: above 2^53 a number would lose them. */
  readonly simhash?: Outcome<string>;
  readonly contentLength?: Outcome<number>;
  readonly language?: Outcome<string>;
  readonly measures: readonly MeasureResult[];
  /** What the topic of the collection says of it; set when it was asked. */
  readonly collection?: CollectionResult;
  /** Signs of what it is, strongest first; set when they were looked for. */
  readonly signs?: Outcome<readonly Sign[]>;
  /** The start of its text, of settings with `excerpts`. */
  readonly excerpt?: Outcome<string>;
  /** Why it has its verdict; set when it was asked for. */
  readonly evidence?: Evidence;
  readonly overall?: TopicStatus;
  /** Set when `overall` is a curator's own verdict. */
  readonly override?: Override;
  /** Of its TimeMap; absent where no memento of it has a verdict. */
  readonly pattern?: Pattern;
  /** URI-M of the memento it was compared with. */
  readonly comparedWith?: string;
}

/** A TimeMap that could not be had. */
export interface TimeMapProblem {
  readonly kind: "timemap-problem";
  readonly uriT: string;
  readonly problem: Problem;
}

/** One line of output: a memento, or a TimeMap that could not be had. */
export type Result = MementoResult | TimeMapProblem;

/** A form of output; its keyword is what is typed in `-ot`. It turns results into text and knows no files. */
export interface Writer {
  readonly keyword: string;
  readonly title: string;
  readonly summary: string;
  readonly example: string;
  /** True when it shows texts and evidence, which a run must be told to keep. */
  readonly showsEvidence?: true;
  /** True when it has links to mementos, which `--replay` is for. */
  readonly linksMementos?: true;
  /** Results come grouped by TimeMap, in order of grouping key, memento-datetime and tie. */
  write(
    results: AsyncIterable<Result>,
    settings: Settings,
    presentation?: Presentation,
  ): AsyncIterable<string>;
}

/** Choices that change how results are shown, never what they are. */
export interface Presentation {
  /** Where captures without a web address of their own are replayed (`--replay`). */
  readonly replay?: string;
}
