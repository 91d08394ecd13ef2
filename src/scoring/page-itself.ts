import type { SelfDescription } from "../pages/features/self-description.js";
import type { Sign } from "../types.js";
import { namesSeed, type SeedWords, seedWordsOf } from "./seed-words.js";

/** What a memento says, compared with no other. */
export interface PageItself {
  /** The strongest first. */
  readonly signs: readonly Sign[];
  /** Undefined where it was not asked for or could not be read. */
  readonly description: SelfDescription | undefined;
  /** The terms of its text, where a measure counts them. */
  readonly terms: readonly string[];
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

  /**
   * Whether a memento is the page, as far as it says by itself: it has no sign of at least `strongSignal`, and does not fail to
   * name its seed. The model compares with such mementos, where there are enough.
   */
  isCredible(uriR: string, page: PageItself, strongSignal = Infinity): boolean {
    return (page.signs[0]?.strength ?? 0) < strongSignal && this.isNamed(uriR, page) !== false;
  }
}
