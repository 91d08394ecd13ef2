import type { SelfDescription, Shell } from "../page/features/self-description.js";
import type { Sign } from "../page/types.js";
import { namesSeed, type SeedWords, seedWordsOf } from "./seed-words.js";

/** What a memento says, compared with no other. */
export interface PageItself {
  /** The strongest first. */
  readonly signs: readonly Sign[];
  /** Undefined where it was not asked for or could not be read. */
  readonly description: SelfDescription | undefined;
  /** The terms of its text; `undefined` where they were not asked for. */
  readonly terms: readonly string[] | undefined;
}

/** The mementos of a TimeMap that the learned combination compares with, by position. */
export interface Trust {
  /** The trusted first memento; `undefined` if no memento is fit to be compared with. */
  readonly first: number | undefined;
  /** The mementos that are believed to be the page, the trusted first among them, in order. */
  readonly believed: readonly number[];
  /** The path that most of the pages give as their own; `undefined` if fewer than half of at least two agree. */
  readonly address: string | undefined;
  /** Set if every memento is suspect, for curators: it decides nothing. */
  readonly notice?: string | undefined;
}

/** Which pages name their seeds. The mementos of a TimeMap mostly have one URI-R, and are asked for more than once. */
export class Seeds {
  readonly #words = new Map<string, SeedWords | undefined>();
  readonly #named = new WeakMap<SelfDescription, { readonly isNamed: boolean | undefined }>();

  /** Undefined for a URI whose host says nothing. */
  of(uriR: string): SeedWords | undefined {
    if (!this.#words.has(uriR)) this.#words.set(uriR, seedWordsOf(uriR));
    return this.#words.get(uriR);
  }

  /** Undefined where that cannot be said. */
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
