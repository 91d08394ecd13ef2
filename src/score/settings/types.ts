import type { DocumentFormat, OverallStatus, PluginModule } from "../../base/types.js";
import type { OwnSigns, Stemming, StopWordList } from "../../page/types.js";
import type { CollectionSettings } from "./topic-types.js";

/**
 * Memento of the same TimeMap with which a memento is compared. `first` is the first memento. `previous` is the last
 * memento judged on-topic. `median` means the median score over all others, and `medoid` the most central of the
 * others. `group` means the median score over the largest group of similar mementos to which the memento does not
 * belong.
 */
export type Reference = "first" | "previous" | "median" | "medoid";

/** Measure chosen for a run, with its cut. */
export interface MeasureChoice {
  readonly keyword: string;
  /** Reference memento. Absent for the first memento. */
  readonly reference?: Exclude<Reference, "first">;
  /** Name in the output: the keyword, or OTMT's own name in profile `otmt-1.0.5`. */
  readonly name: string;
  readonly threshold?: number;
  /** Preprocessing of this measure if it differs from that of the settings. */
  readonly preprocessing?: Preprocessing;
  /** Set if the threshold comes from a file that `calibrate` wrote. */
  readonly tuned?: true;
  /** True if only the learned combination reads the measure. Its scores are not part of the results. */
  readonly asInput?: true;
  readonly comparison: Comparison;
}

/** A page that has moved: captures of `old` are those of the page that is `new` now. */
export interface AliasPair {
  readonly old: string;
  readonly new: string;
}

/** Marks a verdict of a curator that replaces the computed one (`--overrides`). */
export interface Override {
  /** Identifier in the curator's file, which is that of this memento or of its seed. */
  readonly by: "URI-M" | "URI-R";
  /** Computed verdict. Absent if there was none. */
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
  /**
   * Minimum strength (0 to 1) of a sign that excludes a memento from being a reference memento. If absent, no sign
   * excludes it.
   */
  readonly strongSignal?: number;
  /**
   * Decides which mementos are believed to be the page, from comparisons with the trusted first memento only. Mementos
   * with a probability up to `threshold` are believed. If absent, all sound mementos are believed.
   */
  readonly belief?: Regression;
  readonly inputs: readonly ModelInput[];
  /** Rules that decide beside the regressions. A rule that is absent does not apply. */
  readonly rules?: ModelRules;
  /** Other thresholds. `web` is that for seeds that nobody chose (`--seeds-from web`). */
  readonly cuts?: { readonly web?: number };
};

/** Rules of a learned combination, each with its measurements in bench/notes/decision.md. */
export type ModelRules = {
  /**
   * Minimum probability of a capture with an HTTP status of 400 or more, if a capture of its seed answered with a text
   * of its own. If the text of the error is that of the page, the capture is `unsure` and keeps its probability.
   */
  readonly errorStatus?: number;
  /**
   * True if a frame or forward goes by its probability once its seed had a page with a text of its own. Before that it
   * is `unsure`.
   */
  readonly shellAfterPage?: boolean;
  /**
   * If present, a capture that the regressions call on-topic is `unsure` if it shares no name, address or account with
   * its seed and its title is far from that of the trusted first memento. With `seedsFrom: "web"` it is off-topic.
   */
  readonly lostIdentity?: "unsure";
  /**
   * Probability above which a lost identity makes a capture off-topic with `seedsFrom: "web"`. Up to it the capture is
   * `unsure`. 0 if absent.
   */
  readonly lostIdentityAbove?: number;
  /**
   * True if the order of time is evidence: what follows a total break is off-topic, and a page of which no word is left is
   * at least `unsure` (src/score/verdict/changes.ts).
   */
  readonly timeOrder?: boolean;
};

/** A logistic regression: its log-odds are the bias plus the sum of weighted inputs. */
export type Regression = {
  readonly bias: number;
  readonly inputs: readonly ModelInput[];
};

/**
 * Form in which a score is read. `distance` is the distance from the score of equal mementos as a share of the range.
 * `relative` compares this distance with the usual distance in the TimeMap. `log-distance` and `log-relative` are the
 * same on a logarithmic scale, on which halving the similarity always counts the same. `shortfall` is the loss on a
 * logarithmic scale, for a growth below 0. `value` is the score itself.
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
   * BCP 47 tag, or `auto` for the detected language. A memento is cut into paragraphs and words according to its own
   * language. Stems and stop words must be the same for all mementos of a TimeMap, and follow the earliest memento with
   * a detected language.
   */
  readonly language: string;
  readonly stem: Stemming;
  /** True if stop words are left out. */
  readonly stopWords: boolean;
  /** Replaces the stop words of the language. */
  readonly stopWordList?: StopWordList;
  /** Minimum length of a token in characters. Shorter tokens are dropped. */
  readonly minTokenLength?: number;
}

/**
 * All choices that can change a score or a row, resolved and safe for JSON. They are the profile's defaults with the
 * options applied.
 */
export interface Settings {
  readonly profile: SettingsProfile;
  readonly measures: readonly MeasureChoice[];
  readonly preprocessing: Preprocessing;
  /** `timemap` groups by the URI-T of the archive. Captures without a URI-T are grouped by `groupCapturesBy`. */
  readonly groupBy: "timemap" | "surt" | "uri";
  /** Criterion by which captures without a TimeMap belong to the same seed. */
  readonly groupCapturesBy: "surt" | "uri";
  readonly status: "2xx+errors" | "2xx" | "all";
  /**
   * `html` accepts every capture that a browser would display as a page. `document` accepts only those that a person
   * may have opened, and not the answer to a POST, a part of a page, robots.txt and similar files. `text/html` accepts
   * responses with this media type, as OTMT does.
   */
  readonly pages: "document" | "html" | "text/html";
  /**
   * True if the text that a browser displayed replaces the text of the markup, for pages of which a crawl stored it.
   */
  readonly text?: "rendered";
  /** Pages that have moved. Results have the digest and number of them. */
  readonly aliases?: readonly AliasPair[];
  /** True if captures in other formats than HTML are pages as well. */
  readonly formats?: readonly DocumentFormat[];
  /**
   * Set if the verdicts on most captures are inferred from others: the number of those that are read as a check, and the
   * share by which lengths of equal content may differ.
   */
  readonly fetch?: "changes";
  readonly fetchCheck?: number;
  readonly fetchWithin?: number;
  readonly redirects: "follow" | "skip";
  readonly revisits: "resolve" | "skip";
  /**
   * Treatment of captures that an archive returns instead of the requested one. They become error rows (`refuse`), or
   * are judged and marked (`keep`).
   */
  readonly substituted: "refuse" | "keep";
  /**
   * `earliest-2xx` is the earliest memento with a 2xx status. `earliest` is the earliest of any status (`otmt-1.0.5`).
   * `usable` is the earliest with which every measure can compare.
   */
  readonly first: "earliest-2xx" | "earliest" | "usable";
  /** Bytes compared by simhash-raw: decoded text, or Python's `str(bytes)` as in OTMT. */
  readonly rawSimhashOf: "text" | "python-bytes";
  /** True if count measures cap growth at 0 (equation 1 of the paper). */
  readonly clipCounts: boolean;
  readonly numberOfTopics: number;
  /** Number of topics of gensim_lda. */
  readonly ldaTopics: number;
  /** Weight of structure in structure-style, 0 to 1 (κ of Gowda and Mattmann 2016). */
  readonly structureWeight: number;
  /** Cost of each operation of the tree edit distance. */
  readonly editCosts: {
    readonly insert: number;
    readonly remove: number;
    readonly rename: number;
  };
  /** True if scores are computed even if a bound decides the topic status. */
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
  /**
   * Set if nobody chose the seeds for what they show. Verdicts then follow the model's lower threshold, and a lost
   * identity decides.
   */
  readonly seedsFrom?: "web";
  /** Reference memento of measures that name none. Absent for the first memento. */
  readonly reference?: Exclude<Reference, "first">;
  /** True if signs of the kind of page are searched for and reported. */
  readonly signs?: boolean;
  /** Set if mementos are compared with the topic of their collection. */
  readonly collection?: CollectionSettings;
  /** Minimum strength of a strong sign. Set if signs vote or if the evidence is reported. */
  readonly signStrength?: number;
  /** True if a strong sign is a vote for off-topic (`--signs`). */
  readonly signsVote?: boolean;
  /** Signs of the user, which are used in addition to the built-in signs (`--set signs=FILE`). */
  readonly ownSigns?: OwnSigns;
  /** True if captures that the command soft404 listed are off-topic (`--soft404`). */
  readonly soft404?: boolean;
  /** True if the evidence for each verdict is reported (`--explain`). */
  readonly explain?: boolean;
  /** Number of characters of each memento's text in its result (for reports). If absent, results have no text. */
  readonly excerpts?: number;
  /** True if the title and links of each page are kept, for `collect`. */
  readonly outlinks?: true;
  /** Tells whether this metadata is computed for each memento. `text`: the Simhash of its text, and none of its markup. */
  readonly simhash: boolean | "text";
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
 * Comparison of a score with its threshold for which a memento is off-topic. It is data, like the threshold, so that
 * only one function compares them.
 */
export type Comparison = "<" | "<=" | ">" | ">=";
