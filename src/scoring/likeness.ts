import { NotDefined } from "../failures.js";
import type { LanguageEvidence } from "../pages/features/language.js";
import type { PreprocessingFlags, Settings } from "../types.js";

/**
 * By what share a count has grown, `c(m)/c(f) - 1`: -1 when nothing is left, 0 when nothing has changed. With
 * `clipCounts` growth is 0, as in equation 1 of the paper. From nothing to something it is not defined.
 */
export function growth(first: number, memento: number, { clipCounts }: Settings): number {
  const change = first === memento ? 0 : memento / first - 1;
  if (change === Infinity && !clipCounts) throw new NotDefined();
  return clipCounts ? Math.min(0, change) : change;
}
/** Of a measure that reads the raw memento. */
export function rawFlags(): PreprocessingFlags {
  return { stemmed: false, tokenized: false, removedBoilerplate: false };
}

/** Of a measure that reads the words of the page. */
export function wordFlags({ preprocessing }: Settings): PreprocessingFlags {
  return {
    stemmed: preprocessing.stem !== false,
    tokenized: true,
    removedBoilerplate: preprocessing.boilerplate !== "none",
  };
}
/** How many terms stand in both lists. Both are in code unit order, without repetition. */
export function sharedTerms(one: readonly string[], other: readonly string[]): number {
  let shared = 0;
  let at = 0;
  let otherAt = 0;
  while (at < one.length && otherAt < other.length) {
    const term = one[at]!;
    const otherTerm = other[otherAt]!;
    if (term === otherTerm) {
      shared++;
      at++;
      otherAt++;
    } else if (term < otherTerm) at++;
    else otherAt++;
  }
  return shared;
}
/**
 * Jaccard's index of two sets, estimated from their bottom-k sketches (the k smallest hashes, ascending, without
 * repetition): the share of the k smallest hashes of both together that both have. Exact for sets of at most k; undefined
 * for two empty ones. Source: Broder, On the resemblance and containment of documents (SEQUENCES 1997), section 3.
 */
export function sketchLikeness(
  one: readonly number[],
  other: readonly number[],
  k: number,
): number | undefined {
  let at = 0;
  let otherAt = 0;
  let seen = 0;
  let shared = 0;
  while (seen < k && (at < one.length || otherAt < other.length)) {
    const hash = one[at] ?? Infinity;
    const otherHash = other[otherAt] ?? Infinity;
    if (hash === otherHash) shared += 1;
    if (hash <= otherHash) at += 1;
    if (otherHash <= hash) otherAt += 1;
    seen += 1;
  }
  return seen === 0 ? undefined : shared / seen;
}
/** With so many letters a text is half as sure as one without end. */
const halfSure = 45;

/**
 * How likely two pages are in one language: `1 - min(c(f), c(m))`, where `c` is how sure a page is in its own language
 * rather than in the other page's: `(1 - p(other) / p(own)) · n / (n + 45)` of likenesses `p` and `n` letters. 1 where
 * both are in the same language or one is not recognised.
 */
export function languageScore(first: LanguageEvidence, memento: LanguageEvidence): number {
  if (first.language === memento.language) return 1;
  return 1 - Math.min(sureOf(first, memento.language), sureOf(memento, first.language));
}

function sureOf({ letters, candidates }: LanguageEvidence, other: string): number {
  const own = candidates[0]?.[1] ?? 0;
  const rival = candidates.find(([language]) => language === other)?.[1] ?? 0;
  return own <= 0 ? 0 : Math.max(0, 1 - rival / own) * (letters / (letters + halfSure));
}
