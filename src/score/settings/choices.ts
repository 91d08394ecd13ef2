import type { DocumentFormat } from "../../base/types.js";
import type { OwnKeyword, OwnSigns, RemoverKeyword } from "../../page/types.js";
import type { AliasPair, Reference, Settings, SettingsProfile } from "./types.js";

/** Choices that are plain values. A missing choice has the value of the profile. */
export interface PlainChoices extends Partial<
  Pick<
    Settings,
    | "first"
    | "exactScores"
    | "structureWeight"
    | "groupBy"
    | "status"
    | "pages"
    | "redirects"
    | "revisits"
    | "substituted"
    | "contentLength"
    | "detectLanguage"
    | "explain"
  >
> {
  readonly profile?: SettingsProfile;
  /** False if results have no Simhash. */
  readonly simhash?: boolean;
  /** With profile `default`: whether JSON Lines and other forms that OTMT lacks have the Simhash of the markup too. */
  readonly rawSimhash?: boolean;
  /** Origin of the seeds: a curator chose them for what they show, or nobody did, as in a crawl of the web. */
  readonly seedsFrom?: "curator" | "web";
  /**
   * Measures with thresholds, in the form of `-tm`: `cosine=0.15,wordcount`.
   */
  readonly measures?: string;
  /** Reference memento of measures that name none (see `Reference`). */
  readonly reference?: Reference;
  /**
   * Tells whether signs have a vote of their own. Signs of a file (`parseSigns`) are searched for in addition to the
   * built-in signs.
   */
  readonly signs?: boolean | OwnSigns;
  /** Number of topics of gensim_lsi and gensim_lda. */
  readonly numberOfTopics?: number;
  /** Costs of the tree edit distance for inserted, removed and renamed elements. */
  readonly insertCost?: number;
  readonly removeCost?: number;
  readonly renameCost?: number;
  /** Keyword of the boilerplate remover, which can be built in or your own. */
  readonly boilerplate?: RemoverKeyword | OwnKeyword;
  /** Rule by which the density remover fuses blocks. */
  readonly fusion?: "plain" | "smooth" | "rule" | "smooth-rule" | "greedy";
  /** Vmax of the density remover, 0 to 1. */
  readonly vmax?: number;
  /** Line length of the density remover, in characters. */
  readonly wrap?: number;
  /** Pages that have moved ({@link readAliases}), whose captures are one TimeMap. */
  readonly aliases?: readonly AliasPair[];
  /** Source of the text of a page: its markup, or the rendering in a browser during the crawl. */
  readonly text?: "html" | "rendered";
  /** Captures to read of what an index lists: all, or those from which the verdicts on the others can be inferred. */
  readonly fetch?: "all" | "changes";
  /** With `fetch: "changes"`: number of inferred captures that are read as a check. Default 60. */
  readonly fetchCheck?: number;
  /** Formats of pages: `html` and any of `text`, `pdf`. Default `html` only. */
  readonly formats?: readonly DocumentFormat[];
  /** Maximum size of a page in bytes. Larger pages are reported and not measured. */
  readonly maxPageSize?: number;
}
