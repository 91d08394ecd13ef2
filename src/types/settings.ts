import type { LearnedModel, MeasureChoice, Reference } from "./decisions.js";
import type { SettingsProfile } from "./measures.js";
import type { Stemming, StopWordList } from "./pages.js";
import type { CollectionSettings } from "./topic.js";

/** What is done to a page before it is measured; part of every record, so that reduce can refuse a mix. */
export interface Preprocessing {
  readonly boilerplate: string;
  /**
   * BCP 47, or `auto`: as detected from the text. A memento's own for cutting it into paragraphs and words; that of
   * the earliest memento of its TimeMap whose language can be told for stems and stop words, which have to be the same
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
  /** html: every capture that a browser would show as a page. text/html: responses declared so, as OTMT takes them. */
  readonly pages: "html" | "text/html";
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
  /** What measures that name no witness of their own are compared with. Absent: the first memento. */
  readonly reference?: Exclude<Reference, "first">;
  /** Whether signs of what a page is are looked for and told. */
  readonly signs?: boolean;
  /** Set when mementos are compared with the topic of their collection. */
  readonly collection?: CollectionSettings;
  /** Strength from which a sign is a strong signal; set where signs vote or the evidence is told. */
  readonly signStrength?: number;
  /** Whether a strong signal is a vote for off-topic (`--signs`). */
  readonly signsVote?: boolean;
  /** Whether the evidence for each verdict is told (`--explain`). */
  readonly explain?: boolean;
  /** Characters of each memento's text that its result has (reports). Absent: none. */
  readonly excerpts?: number;
  /** Metadata computed for each memento. */
  readonly simhash: boolean;
  readonly contentLength: boolean;
  readonly detectLanguage: boolean;
  readonly maxPageBytes: number;
}
