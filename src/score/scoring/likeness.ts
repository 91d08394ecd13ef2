import { NotDefined } from "../../base/failures.js";
import { textRequest } from "../../page/feature-values.js";
import type { LanguageEvidence } from "../../page/features/language.js";
import type { Json } from "../../base/types.js";
import type { Settings } from "../settings/types.js";
import type { ManyReferences, PairMeasure, PreprocessingFlags } from "../types.js";

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
export function rawFlags(): PreprocessingFlags {
  return { stemmed: false, tokenized: false, removedBoilerplate: false };
}

/**
 * Facts that all similarities of raw mementos share. They range from 0 to 1 and have no published threshold.
 *
 * @example
 * ```js
 * console.log(ofRawPages.range.join(" to "));
 * // 0 to 1
 * ```
 */
export const ofRawPages: Pick<
  PairMeasure,
  "aliases" | "range" | "equalScore" | "symmetric" | "cuts" | "flags" | "scope"
> = {
  aliases: [],
  range: [0, 1],
  equalScore: 1,
  symmetric: true,
  cuts: { paper: { comparison: "<" }, "otmt-1.0.5": { comparison: "<" } },
  flags: rawFlags,
  scope: "pair",
};

export function wordFlags({ preprocessing }: Settings): PreprocessingFlags {
  return {
    stemmed: preprocessing.stem !== false,
    tokenized: true,
    removedBoilerplate: preprocessing.boilerplate !== "none",
  };
}
/** Facts that all measures share that read the terms of two mementos. */
export const ofTerms = {
  aliases: [],
  symmetric: true,
  flags: wordFlags,
  scope: "pair",
  input: (settings: Settings) => textRequest("terms", settings, { lowerCase: false }),
} as const;

/**
 * Returns the number of terms that occur in both lists, which must be in code unit order without repetition.
 *
 * @example
 * ```js
 * console.log(sharedTerms(["menu", "wide"], ["menu", "parked"]));
 * // 1
 * ```
 */
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
/** Inverted index. It has the positions of each item in several lists of distinct items. */
class ListIndex<Item> {
  readonly #entries = new Map<Item, number[]>();

  constructor(lists: readonly (readonly Item[])[]) {
    for (const [list, items] of lists.entries()) {
      for (const [at, item] of items.entries()) {
        const entry = this.#entries.get(item);
        if (entry === undefined) this.#entries.set(item, [list, at]);
        else entry.push(list, at);
      }
    }
  }

  /** Returns the lists that contain the item, each followed by the item's position in it. */
  of(item: Item): readonly number[] {
    return this.#entries.get(item) ?? [];
  }
}

/**
 * Computes a score from the sizes of two sets and of their intersection. Returns undefined if the score is not defined.
 */
type OfSizes = (first: number, memento: number, shared: number) => number | undefined;

/**
 * Returns Jaccard's index of two sets; undefined if both are empty.
 *
 * @example
 * ```js
 * console.log(jaccardIndex(3, 3, 2), jaccardIndex(0, 0, 0));
 * // 0.5 undefined
 * ```
 */
export const jaccardIndex: OfSizes = (first, memento, shared) => {
  const all = first + memento - shared;
  return all === 0 ? undefined : shared / all;
};

/**
 * Makes the scoring functions of a measure that depends only on the number of terms in each memento and the number of
 * shared terms. `none` is the message for pairs without a defined score.
 *
 * @example
 * ```js
 * const scoring = bySharedTerms((words) => String(words).split(" ").sort(), jaccardIndex);
 * console.log(Object.keys(scoring).join(" "));
 * // score scoreAll
 * ```
 */
export function bySharedTerms<V extends Json>(
  termsOf: (value: V) => readonly string[],
  scoreOf: OfSizes,
  none = "",
): Pick<Required<PairMeasure<V>>, "score" | "scoreAll"> {
  return {
    score(first, memento) {
      const [one, other] = [termsOf(first), termsOf(memento)];
      const score = scoreOf(one.length, other.length, sharedTerms(one, other));
      if (score === undefined) throw new NotDefined(none);
      return score;
    },
    scoreAll(references) {
      const lists = references.map(termsOf);
      const sizes = lists.map(({ length }) => length);
      const index = new ListIndex(lists);
      const shared = new Uint32Array(references.length);
      return {
        scores(memento) {
          const terms = termsOf(memento);
          shared.fill(0);
          for (const term of terms) {
            const entry = index.of(term);
            for (let at = 0; at < entry.length; at += 2) shared[entry[at]!]! += 1;
          }
          const scores = new Float64Array(sizes.length);
          for (let at = 0; at < sizes.length; at += 1)
            scores[at] = scoreOf(sizes[at]!, terms.length, shared[at]!) ?? NaN;
          return scores;
        },
      };
    },
  };
}
/**
 * Returns Jaccard's index of two sets, estimated from their bottom-k sketches (the k smallest hashes, ascending,
 * distinct). The estimate is the share of the k smallest hashes of the union that are in both sketches. It is exact for
 * sets of at most k items, and undefined for two empty sets. Source: Broder, On the resemblance and containment of
 * documents (SEQUENCES 1997), section 3.
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
/** `ofEmpty` is the result for two empty sketches. */
export function sketchLikenesses(
  sketches: readonly (readonly number[])[],
  k: number,
  ofEmpty: number,
): ManyReferences<readonly number[]> {
  const index = new ListIndex(sketches);
  const shared = new Uint32Array(sketches.length);
  return {
    scores(sketch) {
      shared.fill(0);
      for (let own = 0; own < sketch.length; own += 1) {
        const entry = index.of(sketch[own]!);
        for (let at = 0; at < entry.length; at += 2) {
          const list = entry[at]!;
          // Counts a shared hash only if the union has fewer than k smaller ones.
          if (own + entry[at + 1]! - shared[list]! < k) shared[list]! += 1;
        }
      }
      const scores = new Float64Array(sketches.length);
      for (let at = 0; at < sketches.length; at += 1) {
        const seen = Math.min(k, sketches[at]!.length + sketch.length - shared[at]!);
        scores[at] = seen === 0 ? ofEmpty : shared[at]! / seen;
      }
      return scores;
    },
  };
}
/**
 * Number of letters for which a text has half of its maximum confidence. It was chosen with pieces of 1,007 pages in 25
 * languages (docs/languages.md).
 */
const halfSure = 45;

/**
 * Returns how likely two pages are in the same language: `1 - min(c(f), c(m))`, where `c` is the confidence that a page
 * is in its own language and not in the other page's: `(1 - p(other) / p(own)) · n / (n + 45)` for likenesses `p` and
 * `n` letters. Returns 1 if both have the same language. Pages of unknown language score 1 too.
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
