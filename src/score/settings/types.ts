import type { DocumentFormat, OverallStatus, PluginModule } from "../../base/types.js";
import type { Stemming, StopWordList } from "../../page/types.js";
import type { CollectionSettings } from "../topic/types.js";

/**
 * Which memento of its TimeMap a memento is compared with: the first; the last one judged on-topic; by the median over
 * all others; the most central of the others; by the median over the largest group of like mementos that it is not of.
 */
export type Reference = "first" | "previous" | "median" | "medoid" | "group";

/** A measure chosen for this run with its cut. */
export interface MeasureChoice {
  readonly keyword: string;
  /** Absent: the first memento. */
  readonly reference?: Exclude<Reference, "first">;
  /** What the output calls it: the keyword, or OTMT's own name in profile `otmt-1.0.5`. */
  readonly name: string;
  readonly threshold?: number;
  /** Its own, where it is not that of the settings. */
  readonly preprocessing?: Preprocessing;
  /** Set when the threshold comes from a file that `calibrate` wrote. */
  readonly tuned?: true;
  /** Set when it is computed for the learned combination only: its scores are not part of the results. */
  readonly asInput?: true;
  readonly comparison: Comparison;
}

/** That a curator's own verdict stands in place of the computed one (`--overrides`). */
export interface Override {
  /** What the curator's file names: this memento, or its seed. */
  readonly by: "URI-M" | "URI-R";
  /** What was computed; absent where there was no verdict. */
  readonly computed?: OverallStatus;
}

/**
 * A learned combination: a logistic regression over scores and facts of a memento. Plain data, as in its file; see
 * docs/decision.md.
 */
export type LearnedModel = {
  readonly form: "detect_off_topic model";
  /** Names the training sets, for people. */
  readonly trainedOn: string;
  /** A memento is off-topic when its probability is above this. */
  readonly threshold: number;
  readonly bias: number;
  /** Strength (0 to 1) from which a sign disqualifies a memento as a reference memento. Absent: no sign does. */
  readonly strongSignal?: number;
  /**
   * Decides which mementos are believed to be the page, from comparisons with the trusted first memento alone: those with a
   * probability up to `threshold`. Absent: all that are sound are believed.
   */
  readonly belief?: Regression;
  readonly inputs: readonly ModelInput[];
};

/** A logistic regression over inputs. */
export type Regression = {
  readonly bias: number;
  readonly inputs: readonly ModelInput[];
};

/**
 * What becomes of a score: `distance`, from the score of equal mementos, as a share of the range; `relative`, to what is
 * usual in the TimeMap; both also on a scale of ratios, on which half as like is as far off wherever it happens
 * (`log-distance`, `log-relative`); `shortfall`, how many times less there is, of a growth below 0; `value`, as it is.
 */
export type InputForm =
  | "distance"
  | "relative"
  | "log-distance"
  | "log-relative"
  | "shortfall"
  | "value";

/** One term of a model's sum: `weight` times a number from 0 (as on-topic as can be) to 1. */
export type ModelInput = {
  /**
   * A measure with its reference memento, or `signs`, `http-error`, `tiny` or `address`. `cosine@first` compares with the trusted first
   * memento, `cosine@median` with all mementos that are believed.
   */
  readonly of: string;
  readonly as: InputForm;
  readonly weight: number;
  /** Stands for it where there is no score. */
  readonly missing: number;
};

/** What is done to a page before it is measured; part of every record, so that reduce can refuse a mix. */
export interface Preprocessing {
  readonly boilerplate: string;
  /**
   * BCP 47, or `auto`: as detected from the text. A memento's own for cutting it into paragraphs and words; that of
   * the earliest memento of its TimeMap whose language is detected for stems and stop words, which have to be the same
   * for what is compared.
   */
  readonly language: string;
  readonly stem: Stemming;
  /** Whether stop words are left out. */
  readonly stopWords: boolean;
  /** In place of the language's own stop words. */
  readonly stopWordList?: StopWordList;
  /** Tokens of fewer characters are left out. */
  readonly minTokenLength?: number;
}

/** Every choice that can change a score or a row, resolved and JSON-safe: profile, then options. */
export interface Settings {
  readonly profile: SettingsProfile;
  readonly measures: readonly MeasureChoice[];
  readonly preprocessing: Preprocessing;
  /** timemap: as the archive gives it; captures that come without a TimeMap go by `groupCapturesBy`. */
  readonly groupBy: "timemap" | "surt" | "uri";
  /** What makes two captures ones of the same seed, where no TimeMap says so. */
  readonly groupCapturesBy: "surt" | "uri";
  readonly status: "2xx+errors" | "2xx" | "all";
  /**
   * html: every capture that a browser would show as a page. document: of these, what may have been opened as one, not
   * the answer to a POST, part of a page, robots.txt and the like. text/html: responses declared so, as OTMT takes them.
   */
  readonly pages: "document" | "html" | "text/html";
  /** Set when the text that a browser showed stands in for that of the markup, where a crawl kept it. */
  readonly text?: "rendered";
  /** Set where other captures than HTML are pages as well. */
  readonly formats?: readonly DocumentFormat[];
  readonly redirects: "follow" | "skip";
  readonly revisits: "resolve" | "skip";
  /** Answers of an archive that are another capture than the one asked for: error rows, or judged and marked. */
  readonly substituted: "refuse" | "keep";
  /**
   * earliest: of those answered 2xx (`otmt-1.0.5`: of any status). usable: the earliest that every measure can compare
   * with.
   */
  readonly first: "earliest-2xx" | "earliest" | "usable";
  /** Bytes compared by simhash-raw: decoded text, or Python's `str(bytes)` as OTMT does. */
  readonly rawSimhashOf: "text" | "python-bytes";
  /** Whether count measures cap growth at 0 (equation 1 of the paper). */
  readonly clipCounts: boolean;
  readonly numberOfTopics: number;
  /** Topics of gensim_lda. */
  readonly ldaTopics: number;
  /** Share of structure in structure-style, 0 to 1 (κ of the clustering paper). */
  readonly structureWeight: number;
  /** What the tree edit distance pays for an operation. */
  readonly editCosts: {
    readonly insert: number;
    readonly remove: number;
    readonly rename: number;
  };
  /** Set when a memento that is off-topic already is not scored by the measures that come after. */
  readonly shortCircuit?: boolean;
  /** Whether scores are computed even where a bound decides the topic status. */
  readonly exactScores: boolean;
  /** How votes make the overall status; a number: at least so many. `learned` asks `model`. */
  readonly combine: "any" | "all" | "majority" | "learned" | number;
  /** The learned combination; set when `combine` is `learned`. */
  readonly model?: LearnedModel;
  /** Probabilities, both included, at which the learned combination leaves a memento `unsure`. */
  readonly abstain?: readonly [low: number, high: number];
  /** What measures that name no reference of their own are compared with. Absent: the first memento. */
  readonly reference?: Exclude<Reference, "first">;
  /** Whether signs of what a page is are looked for and reported. */
  readonly signs?: boolean;
  /** Set when mementos are compared with the topic of their collection. */
  readonly collection?: CollectionSettings;
  /** Strength from which a sign is a strong signal; set where signs vote or the evidence is reported. */
  readonly signStrength?: number;
  /** Whether a strong signal is a vote for off-topic (`--signs`). */
  readonly signsVote?: boolean;
  /** Whether mementos are looked up among the texts of all TimeMaps (`--elsewhere`). */
  readonly elsewhere?: boolean;
  /** Score from which that is a vote for off-topic. Absent: it is reported only. */
  readonly elsewhereVote?: number;
  /** Whether the evidence for each verdict is reported (`--explain`). */
  readonly explain?: boolean;
  /** Characters of each memento's text that its result has (reports). Absent: none. */
  readonly excerpts?: number;
  /** Set where title and links of each page are kept, for `collect`. */
  readonly outlinks?: true;
  /** Metadata computed for each memento. */
  readonly simhash: boolean;
  readonly contentLength: boolean;
  readonly detectLanguage: boolean;
  readonly maxPageBytes: number;
  /** The plug-ins whose measures, features or remover this run uses. */
  readonly plugins?: readonly Pick<PluginModule, "name" | "digest">[];
}

/** The published conventions, for which each measure has a cut. */
export type ProfileName = "paper" | "otmt-1.0.5";

/** Any set of defaults; `default` has the paper's cuts. */
export type SettingsProfile = ProfileName | "default";

/** When a score means off-topic. Data, like the threshold, so that there is one place that compares. */
export type Comparison = "<" | "<=" | ">" | ">=";
