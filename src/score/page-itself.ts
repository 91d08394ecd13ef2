import type { SelfDescription, Shell } from "../page/features/self-description.js";
import type { Sign } from "../page/types.js";
import { namesSeed, type SeedWords, seedWordsOf } from "./seed-words.js";

/** Facts that a memento shows by itself, without comparison. */
export interface PageItself {
  /** Signs, the strongest first. */
  readonly signs: readonly Sign[];
  /** Undefined if it was not requested or could not be read. */
  readonly description: SelfDescription | undefined;
  /** Terms of the text; `undefined` if they were not requested. */
  readonly terms: readonly string[] | undefined;
}

/** The mementos of a TimeMap that the learned combination compares with, by position. */
export interface Trust {
  /** The trusted first memento; `undefined` if no memento is fit to be compared with. */
  readonly first: number | undefined;
  /** Mementos that are believed to be the page, in order. The trusted first memento is one of them. */
  readonly believed: readonly number[];
  /** Path that most pages give as their own; `undefined` if fewer than two, or no more than half, agree. */
  readonly address: string | undefined;
  /** Whether no memento that is fit to be compared with names the seed. */
  readonly isUnnamed: boolean;
  /**
   * Remark for curators: that every memento is suspect, or why the trusted one is a later one. It has no effect on
   * verdicts.
   */
  readonly notice?: string | undefined;
}

/**
 * Cache of the question which pages name their seeds. Most mementos of a TimeMap have the same URI-R, and the question
 * is asked more than once.
 */
export class SeedNames {
  readonly #words = new Map<string, SeedWords | undefined>();
  readonly #named = new WeakMap<SelfDescription, { readonly isNamed: boolean | undefined }>();

  /** Returns the words of a URI-R; undefined if its host has no meaning. */
  of(uriR: string): SeedWords | undefined {
    if (!this.#words.has(uriR)) this.#words.set(uriR, seedWordsOf(uriR));
    return this.#words.get(uriR);
  }

  /** Whether a page names its seed; undefined if this cannot be determined. */
  isNamed(uriR: string, { description, terms }: PageItself): boolean | undefined {
    const seed = this.of(uriR);
    if (seed === undefined || description === undefined) return undefined;
    const known = this.#named.get(description) ?? { isNamed: namesSeed(seed, description, terms) };
    this.#named.set(description, known);
    return known.isNamed;
  }
}

/** Returns the shell of a page whose frame or target is on the host of its own URI-R; undefined for any other page. */
export function sameHostShell(
  uriR: string,
  description: SelfDescription | undefined,
): Shell | undefined {
  const shell = description?.shell;
  if (shell === undefined || !URL.canParse(uriR) || !URL.canParse(shell.target, uriR)) {
    return undefined;
  }
  return hostOf(shell.target, uriR) === hostOf(uriR) ? shell : undefined;
}

const hostOf = (uri: string, base?: string): string =>
  new URL(uri, base).hostname.replace(/^www\./u, "");
