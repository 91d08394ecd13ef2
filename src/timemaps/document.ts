/** One memento as a TimeMap lists it. */
export interface TimeMapEntry {
  readonly uriM: string;
  /** ISO 8601, as in `Capture`. */
  readonly mementoDatetime: string;
}

/** The syntaxes that archives write TimeMaps in. */
export type TimeMapSyntax =
  "link-format" | "memento-json" | "cdxj-timemap" | "wayback-json" | "cdx" | "cdxj-index";

/** What one TimeMap document says, in its own order. */
export interface TimeMapDocument {
  readonly kind: "timemap";
  readonly syntax: TimeMapSyntax;
  /** Absent when neither the document nor its URI tells. */
  readonly uriR?: string;
  /** The URI-T that the document gives itself. */
  readonly self?: string;
  /** Each URI-M once. */
  readonly mementos: readonly TimeMapEntry[];
  /** URI-Ts of further pages, or of the parts of an index: to be followed. Alternates are not among them. */
  readonly pages: readonly string[];
  /** True when the document lists TimeMaps and no memento. */
  readonly isIndex: boolean;
  /** How many entries repeated an earlier URI-M. */
  readonly duplicates: number;
  /** What was wrong with it, one line for each kind of trouble. */
  readonly warnings: readonly string[];
}

/** Something else came in place of a TimeMap. */
export interface NotATimeMap {
  readonly kind: "not-a-timemap";
  /** What it is, for people: `HTML, a bot check ("Session Verification")`. */
  readonly what: string;
}
