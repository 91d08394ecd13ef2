import { NotDefined } from "../../base/failures.js";
import { textRequest } from "../../page/feature-values.js";
import type { Json } from "../../base/types.js";
import type { Settings } from "../settings/types.js";
import type { Comparison } from "../settings/threshold-file.js";
import type { PairMeasure, PreprocessingFlags } from "../types.js";

/**
 * Returns the relative growth of a count, `c(m)/c(f) - 1`: -1 if nothing is left, 0 if nothing has changed. With
 * `clipCounts`, growth above 0 is 0, as in equation 1 of the paper. Without it, growth from 0 to any other number
 * throws {@link NotDefined}.
 */
export function growth(first: number, memento: number, { clipCounts }: Settings): number {
  const change = first === memento ? 0 : memento / first - 1;
  if (change === Infinity && !clipCounts) throw new NotDefined();
  return clipCounts ? Math.min(0, change) : change;
}

export const rawFlags = (): PreprocessingFlags => ({
  stemmed: false,
  tokenized: false,
  removedBoilerplate: false,
});

export const wordFlags = ({ preprocessing }: Settings): PreprocessingFlags => ({
  stemmed: preprocessing.stem !== false,
  tokenized: true,
  removedBoilerplate: preprocessing.boilerplate !== "none",
});

export const inOtmtPaper = (place: string): string =>
  `Jones, Weigle and Nelson, The Off-Topic Memento Toolkit (iPRES 2018), ${place}`;

/** Returns the cuts of a measure, with the thresholds of the paper and of OTMT 1.0.5, if they have one. */
export const cutsAt = (
  comparison: Comparison,
  paper?: number,
  otmt?: number,
): PairMeasure["cuts"] => ({
  paper: { threshold: paper, comparison },
  "otmt-1.0.5": { threshold: otmt, comparison },
});

/** Facts that all similarities of raw mementos share. They range from 0 to 1 and have no published threshold. */
export const ofRawPages: Pick<
  PairMeasure,
  "aliases" | "range" | "equalScore" | "symmetric" | "cuts" | "flags" | "scope"
> = {
  aliases: [],
  range: [0, 1],
  equalScore: 1,
  symmetric: true,
  cuts: cutsAt("<"),
  flags: rawFlags,
  scope: "pair",
};

/** Facts that all measures share that read the terms of two mementos. Most are distances from 0 to 1. */
export const ofTerms = {
  aliases: [],
  range: [0, 1],
  equalScore: 0,
  symmetric: true,
  flags: wordFlags,
  scope: "pair",
  input: (settings: Settings) => textRequest("terms", settings, { lowerCase: false }),
} as const;

/** Returns the number of terms that occur in both lists, which must be in code unit order without repetition. */
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
 * Computes a score from the sizes of two sets and of their intersection. Returns undefined if the score is not defined.
 */
type OfSizes = (first: number, memento: number, shared: number) => number | undefined;

/** Returns Jaccard's index of two sets; undefined if both are empty. */
export const jaccardIndex: OfSizes = (first, memento, shared) => {
  const all = first + memento - shared;
  return all === 0 ? undefined : shared / all;
};

/**
 * Makes the scoring function of a measure that depends only on the number of terms in each memento and the number of
 * shared terms. `none` is the message for pairs without a defined score.
 */
export function bySharedTerms<V extends Json>(
  termsOf: (value: V) => readonly string[],
  scoreOf: OfSizes,
  none = "",
): Pick<PairMeasure<V>, "score"> {
  return {
    score(first, memento) {
      const [one, other] = [termsOf(first), termsOf(memento)];
      const score = scoreOf(one.length, other.length, sharedTerms(one, other));
      if (score === undefined) throw new NotDefined(none);
      return score;
    },
  };
}

/**
 * Makes the scoring function of a measure of two sets of which only the bottom-k sketches are known (the k smallest
 * hashes, ascending, distinct). They estimate Jaccard's index as the share of the k smallest hashes of the union that are
 * in both sketches, which is exact for sets of at most k items. `ofEmpty` is the score of two empty sets; if it is absent,
 * they have none, for the reason `none`. Source: Broder, On the resemblance and containment of documents (SEQUENCES
 * 1997), section 3.
 */
export const bySketches = (
  k: number,
  ofEmpty?: number,
  none = "",
): Pick<PairMeasure<readonly number[]>, "score"> => ({
  score(one, other) {
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
    if (seen > 0) return shared / seen;
    if (ofEmpty === undefined) throw new NotDefined(none);
    return ofEmpty;
  },
});
