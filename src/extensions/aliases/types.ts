import type { NamedPages } from "../../score/evidence/collection-evidence.js";
import type { AliasPair } from "../../score/settings/collection-choices.js";

/** Why two TimeMaps may be one. */
export type How = "redirect" | "canonical" | "rule";

/** A page that may have moved from one name to another. Names are grouping keys. */
export interface Candidate {
  readonly how: How;
  readonly old: string;
  readonly oldUriR: string;
  readonly new: string;
  readonly newUriR: string;
  /** Last capture of each name with a page of its own before the change, or of all. */
  readonly oldLast: string;
  readonly newLast: string;
  /** Date of the change: of the first redirect, or the first capture of the new name. */
  readonly from: string;
  readonly status?: number | undefined;
  /** First capture of the old name with a page of its own after the last redirect. */
  readonly back?: string | undefined;
}

/** A pair that cannot be one page, whatever is on it. */
export interface Refused {
  readonly oldUriR: string;
  readonly newUriR: string;
  readonly because: string;
}

export interface Candidates {
  readonly list: readonly Candidate[];
  readonly refused: readonly Refused[];
  readonly refusedCount: number;
}

/** Hashes of the words of a page, in ascending order. */
export type Words = readonly number[];

export interface SitePage {
  readonly name: string;
  readonly words: Words;
}

/** The pages around the change of a pair. One is missing if no ordinary page of that side was captured. */
export interface PagesOfPair {
  readonly candidate: Candidate;
  readonly old: Words | undefined;
  readonly renamed: Words | undefined;
  readonly back: Words | undefined;
  /** Pages of the sites of both names. */
  readonly others: readonly SitePage[];
}

/** The moves that the user names, those that may be moves, or what was found of them. */
export type AliasData =
  | readonly AliasPair[]
  | { readonly candidates: Candidates }
  | { readonly found: NamedPages };
