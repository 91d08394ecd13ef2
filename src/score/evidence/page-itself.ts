import type { SelfDescription } from "../../page/features/self-description.js";
import type { Shell } from "../../page/html/forwards.js";
import type { Sign } from "../../page/types.js";
import type { PageKind } from "../types.js";

/** Kind of page that a memento shows by itself. */
export interface OwnKind extends PageKind {
  /** Place of the content of a page without a text of its own, and how the page leads there. */
  readonly leadsTo?: { readonly by: Shell["kind"]; readonly uri: string };
}

/** Facts that a memento shows by itself, without comparison. */
export interface PageItself {
  /** Signs, the strongest first. */
  readonly signs: readonly Sign[];
  /** Undefined if it was not requested or could not be read. */
  readonly description: SelfDescription | undefined;
  /** Terms of the text; `undefined` if they were not requested. */
  readonly terms: readonly string[] | undefined;
  /** Tokens of identity; `undefined` if they were not requested or could not be read. */
  readonly identity?: readonly string[] | undefined;
  /** Whether the page names its seed; `undefined` if this cannot be determined. */
  readonly isNamed?: boolean | undefined;
}

/** Positions of the mementos of a TimeMap with which the learned combination compares others. */
export interface Trust {
  /** The trusted first memento. It is `undefined` if no memento can be compared with. */
  readonly first: number | undefined;
  /** Mementos that are believed to be the page, in order. They include the trusted first memento. */
  readonly believed: readonly number[];
  /**
   * Path that most pages name as their own address. It is `undefined` if fewer than two pages, or at most half of them,
   * agree.
   */
  readonly address: string | undefined;
  /** Whether no memento that is fit to be compared with names the seed. */
  readonly isUnnamed: boolean;
  /** Tokens of identity by which the seed is known. `undefined` if they are too few, or if the model does not use them. */
  readonly identity?: readonly string[] | undefined;
  /**
   * Remark for curators: that every memento is suspect, or why the trusted one is a later one. It has no effect on
   * verdicts.
   */
  readonly notice?: string | undefined;
}
