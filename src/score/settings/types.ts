import type { DocumentFormat, OverallStatus, PluginModule } from "../../base/types.js";
import type { OwnSigns, Stemming, StopWordList } from "../../page/types.js";
import type { CollectionSettings } from "../topic/types.js";

/**
 * Memento of the same TimeMap with which a memento is compared. first: the first one. previous: the last one judged
 * on-topic. median: the median score over all others. medoid: the most central of the others. group: the median score
 * over the largest group of similar mementos that the memento does not belong to.
 */
export type Reference = "first" | "previous" | "median" | "medoid" | "group";

/** Measure chosen for a run, with its cut. */
export interface MeasureChoice {
  readonly keyword: string;
  /** Reference memento; absent for the first memento. */
  readonly reference?: Exclude<Reference, "first">;
  /** Name in the output: the keyword, or OTMT's own name in profile `otmt-1.0.5`. */
  readonly name: string;
  readonly threshold?: number;
  /** Preprocessing of this measure if it differs from that of the settings. */
  readonly preprocessing?: Preprocessing;
  /** Set if the threshold comes from a file that `calibrate` wrote. */
  readonly tuned?: true;
  /** Set if only the learned combination reads it; its scores are not part of the results. */
  readonly asInput?: true;
  readonly comparison: Comparison;
}

/** Marks a verdict of a curator that replaces the computed one (`--overrides`). */
export interface Override {
  /** Identifier in the curator's file: that of this memento or of its seed. */
  readonly by: "URI-M" | "URI-R";
  /** Computed verdict; absent if there was none. */
  readonly computed?: OverallStatus;
}

/**
 * Learned combination: a logistic regression over scores and facts of a memento. Plain data, as in its file; see
 * docs/decision.md.
 */
export type LearnedModel = {
  readonly form: "detect_off_topic model";
  /** Training sets by name, for people. */
  readonly trainedOn: string;
  /** Probability above which a memento is off-topic. */
  readonly threshold: number;
  readonly bias: number;
  /** Strength (0 to 1) from which a sign excludes a memento from being a reference memento. If absent, no sign does. */
  readonly strongSignal?: number;
  /**
   * Decides which mementos are believed to be the page, from comparisons with the trusted first memento only: those
   * with a probability up to `threshold`. If absent, all sound mementos are believed.
   */
  readonly belief?: Regression;
  readonly inputs: readonly ModelInput[];
};

/** A logistic regression: its log-odds are the bias plus the sum of weighted inputs. */
export type Regression = {
  readonly bias: number;
  readonly inputs: readonly ModelInput[];
};

/**
 * Form in which a score is read. `distance`: distance from the score of equal mementos as a share of the range.
 * `relative`: compared with what is usual in the TimeMap. `log-distance` and `log-relative`: the same on a logarithmic
 * scale, where halving the similarity always counts the same. `shortfall`: loss on a logarithmic scale, for a growth
 * below 0. `value`: the score itself.
 */
export type InputForm =
  | "distance"
  | "relative"
  | "log-distance"
  | "log-relative"
  | "shortfall"
  | "value";

/** Term of a model's sum: `weight` times a number from 0 (fully on-topic) to 1. */
export type ModelInput = {
  /**
   * Measure with its reference memento, or `signs`, `http-error`, `tiny` or `address`. `cosine@first` compares with the
   * trusted first memento, `cosine@median` with all believed mementos.
   */
  readonly of: string;
  readonly as: InputForm;
  readonly weight: number;
  /** Value to use if there is no score. */
  readonly missing: number;
};

/** Preprocessing of a page before it is measured. Part of every record, so that reduce can refuse a mixture. */
export interface Preprocessing {
  readonly boilerplate: string;
  /**
   * BCP 47 tag, or `auto` for the detected language. A memento's own language decides how it is cut into paragraphs and
   * words. Stems and stop words, which must be the same for all that is compared, follow the earliest memento of the
   * TimeMap whose language is detected.
   */
  readonly language: string;
  readonly stem: Stemming;
  /** Whether stop words are left out. */
  readonly stopWords: boolean;
  /** Replaces the stop words of the language. */
  readonly stopWordList?: StopWordList;
  /** Minimum length of a token in characters; shorter ones are dropped. */
  readonly minTokenLength?: number;
}

/** All choices that can change a score or a row, resolved and JSON-safe: the profile's with the options applied. */
export interface Settings {
  readonly profile: SettingsProfile;
  readonly measures: readonly MeasureChoice[];
  readonly preprocessing: Preprocessing;
  /** timemap: by the URI-T of the archive. Captures without one are grouped by `groupCapturesBy`. */
  readonly groupBy: "timemap" | "surt" | "uri";
  /** Criterion by which captures without a TimeMap belong to the same seed. */
  readonly groupCapturesBy: "surt" | "uri";
  readonly status: "2xx+errors" | "2xx" | "all";
  /**
   * html: every capture that a browser would display as a page. document: of these, those that a person may have
   * opened, not the answer to a POST, part of a page, robots.txt and the like. text/html: responses with this media
   * type, as in OTMT.
   */
  readonly pages: "document" | "html" | "text/html";
  /** Set if the text that a browser displayed replaces that of the markup, where a crawl stored it. */
  readonly text?: "rendered";
  /** Set if captures in other formats than HTML are pages as well. */
  readonly formats?: readonly DocumentFormat[];
  readonly redirects: "follow" | "skip";
  readonly revisits: "resolve" | "skip";
  /**
   * Captures that an archive returns instead of the requested one: error rows (`refuse`), or judged and marked
   * (`keep`).
   */
  readonly substituted: "refuse" | "keep";
  /**
   * earliest-2xx: the earliest with a 2xx status. earliest: the earliest of any status (`otmt-1.0.5`). usable: the
   * earliest that every measure can compare with.
   */
  readonly first: "earliest-2xx" | "earliest" | "usable";
  /** Bytes compared by simhash-raw: decoded text, or Python's `str(bytes)` as in OTMT. */
  readonly rawSimhashOf: "text" | "python-bytes";
  /** Whether count measures cap growth at 0 (equation 1 of the paper). */
  readonly clipCounts: boolean;
  readonly numberOfTopics: number;
  /** Number of topics of gensim_lda. */
  readonly ldaTopics: number;
  /** Share of structure in structure-style, 0 to 1 (κ of Gowda and Mattmann 2016). */
  readonly structureWeight: number;
  /** Cost of each operation of the tree edit distance. */
  readonly editCosts: {
    readonly insert: number;
    readonly remove: number;
    readonly rename: number;
  };
  /** Set if a memento that is off-topic already is not scored by the remaining measures. */
  readonly shortCircuit?: boolean;
  /** Whether scores are computed even if a bound decides the topic status. */
  readonly exactScores: boolean;
  /**
   * Rule that combines votes into the overall status. A number is the minimum number of votes for off-topic. `learned`
   * uses `model`.
   */
  readonly combine: "any" | "all" | "majority" | "learned" | number;
  /** Learned combination; set if `combine` is `learned`. */
  readonly model?: LearnedModel;
  /** Range of probabilities, both ends included, in which the learned combination leaves a memento `unsure`. */
  readonly abstain?: readonly [low: number, high: number];
  /** Reference memento of measures that name none; absent for the first memento. */
  readonly reference?: Exclude<Reference, "first">;
  /** Whether signs of the kind of page are sought and reported. */
  readonly signs?: boolean;
  /** Set if mementos are compared with the topic of their collection. */
  readonly collection?: CollectionSettings;
  /** Strength from which a sign is a strong signal; set if signs vote or the evidence is reported. */
  readonly signStrength?: number;
  /** Whether a strong signal is a vote for off-topic (`--signs`). */
  readonly signsVote?: boolean;
  /** Signs of the user, sought besides the built-in ones (`--set signs=FILE`). */
  readonly ownSigns?: OwnSigns;
  /** Whether mementos are looked up among the texts that TimeMaps share (`--elsewhere`). */
  readonly elsewhere?: boolean;
  /** Number of other sites from which a shared text is a vote for off-topic. If absent, it is only reported. */
  readonly elsewhereVote?: number;
  /** Whether captures that the command soft404 listed are off-topic (`--soft404`). */
  readonly soft404?: boolean;
  /** Whether the evidence for each verdict is reported (`--explain`). */
  readonly explain?: boolean;
  /** Number of characters of each memento's text in its result (for reports). If absent, none. */
  readonly excerpts?: number;
  /** Set if title and links of each page are kept, for `collect`. */
  readonly outlinks?: true;
  /** Whether this metadata is computed for each memento. */
  readonly simhash: boolean;
  readonly contentLength: boolean;
  readonly detectLanguage: boolean;
  readonly maxPageBytes: number;
  /** Plug-ins whose measures, features or remover this run uses. */
  readonly plugins?: readonly Pick<PluginModule, "name" | "digest">[];
}

/** Published conventions, for which each measure has a cut. */
export type ProfileName = "paper" | "otmt-1.0.5";

/** Set of defaults. `default` has the paper's cuts. */
export type SettingsProfile = ProfileName | "default";

/**
 * Relation of a score to its threshold that means off-topic. It is data, like the threshold, so that only one function
 * compares them.
 */
export type Comparison = "<" | "<=" | ">" | ">=";
