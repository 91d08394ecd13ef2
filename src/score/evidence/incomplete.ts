import { isOfLostLetters } from "../../page/lost-letters.js";
import type { FeatureRecord } from "../../page/types.js";
import type { Values } from "../scoring/compare.js";
import type { PlacedRecord } from "../scoring/scorer.js";
import type { Trust } from "./page-itself.js";

/*
 * Captures of which only a part is stored, because the crawler or the connection stopped. Their size says nothing of the
 * page, but the words that are there may show that it is the page.
 */

/**
 * Number of different terms with which a part of a page is compared like a whole page. Of 125 parts with so many terms
 * the learned combination called none wrongly off-topic, and of 51 with 30 to 99 terms 4 (bench/notes/incomplete.md).
 */
const MUCH_TEXT = 100;
/** The same in bytes, for runs that do not know the terms of pages. */
const MUCH_BYTES = 100_000;
/** Minimum number of different terms with which a part of a page can be recognised. */
const FEWEST_TERMS = 8;
/** Minimum share of the terms that also occur in a memento that is believed to be the page. */
const KNOWN_SHARE = 0.5;

/** Returns `undefined` for a whole capture, and for a part with so much text that it is compared like a whole page. */
export function lackOf(record: FeatureRecord, values: Values): string | undefined {
  const { incomplete } = record.capture;
  if (incomplete === undefined || isOfLostLetters(incomplete)) return incomplete;
  const { terms } = values.itself(record);
  const bytes = values.value(values.plan.contentLength, record) as number | undefined;
  const isMuch = terms === undefined ? (bytes ?? 0) >= MUCH_BYTES : terms.length >= MUCH_TEXT;
  return isMuch ? undefined : incomplete;
}

/**
 * Tells whether a part of a page shows that it is the page. It is `unknown` if the run does not know the words of
 * pages.
 */
export type Part = "like" | "unlike" | "unknown";

/** Recognises the page of a TimeMap in a part of it. */
export class PartsOfPages {
  readonly #values: Values;
  readonly #trust: Trust | undefined;
  readonly #known = new Map<number, ReadonlySet<string>>();

  constructor(values: Values, trust: Trust | undefined) {
    this.#values = values;
    this.#trust = trust;
  }

  /** A part is like the page if most of its terms occur in the trusted first memento or in one of the nearest believed. */
  compare({ record, position }: PlacedRecord): Part {
    const { terms } = this.#values.itself(record);
    if (this.#trust === undefined || terms === undefined) return "unknown";
    const { first, believed } = this.#trust;
    if (first === position) return "like";
    if (terms.length < FEWEST_TERMS) return "unlike";
    const next = believed.findIndex((other) => other > position);
    const after = next < 0 ? believed.length : next;
    const before = believed.slice(0, after).findLast((other) => other !== position);
    const others = new Set([first, before, believed[after]]);
    const isLike = [...others].some(
      (other) => other !== undefined && this.#share(terms, other) >= KNOWN_SHARE,
    );
    return isLike ? "like" : "unlike";
  }

  #share(terms: readonly string[], position: number): number {
    let known = this.#known.get(position);
    if (known === undefined) {
      const record = this.#values.group.at(position);
      known = new Set(record && this.#values.itself(record).terms);
      this.#known.set(position, known);
    }
    const words = known;
    return terms.filter((term) => words.has(term)).length / terms.length;
  }
}
