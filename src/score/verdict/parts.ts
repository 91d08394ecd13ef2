import { isOfLostLetters } from "../../page/lost-letters.js";
import type { FeatureRecord } from "../../page/types.js";
import type { Trust } from "../evidence/page-itself.js";
import type { PlacedRecord } from "../scoring/scorer.js";
import type { Values } from "../scoring/values.js";

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
/** Share of the terms of one page from which another page is known to be the same. */
export const KNOWN_SHARE = 0.5;

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

/**
 * Compares a part of a page with the page. It is like the page if most of its terms occur in the trusted first memento or
 * in one of the nearest believed.
 */
export function partOf(
  { record, position }: PlacedRecord,
  values: Values,
  trust: Trust | undefined,
): Part {
  const { terms } = values.itself(record);
  if (trust === undefined || terms === undefined) return "unknown";
  const { first, believed } = trust;
  if (first === position) return "like";
  // A page of lost letters is never like the others: what is still legible is only the frame of its site.
  const isLost = isOfLostLetters(record.capture.incomplete ?? "");
  if (isLost || terms.length < FEWEST_TERMS) return "unlike";
  const before = believed.findLast((other) => other < position);
  const after = believed.find((other) => other > position);
  const isLike = [first, before, after].some((other) => {
    const page = other === undefined ? undefined : values.group.at(other);
    return page !== undefined && shareIn(terms, values.itself(page).terms) >= KNOWN_SHARE;
  });
  return isLike ? "like" : "unlike";
}

/** Returns the share of terms that also occur among others. */
export function shareIn(terms: readonly string[], others: readonly string[] | undefined): number {
  const known = new Set(others);
  return terms.filter((term) => known.has(term)).length / terms.length;
}
