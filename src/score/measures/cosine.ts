import { log } from "../../base/math/elementary.js";
import { memoiseOf } from "../../base/math/memo.js";
import { textRequest } from "../../page/feature-values.js";
import type { CountedTerms } from "../../base/types.js";
import type { TimeMapMeasure } from "../types.js";
import { cutsAt, inOtmtPaper, ofTerms } from "../scoring/likeness.js";

/** The vectors of a TimeMap. */
interface TfIdf {
  readonly vectorOf: (value: CountedTerms) => Vector;
  /** Weights by number of the terms of one memento, and 0 for all others. */
  readonly weights: Float64Array;
  spread: Vector | undefined;
}

/**
 * Vector of a memento: the numbers of its terms, the weights of the terms in the same order, and the sum of the squared
 * weights.
 */
interface Vector {
  readonly numbers: Int32Array;
  readonly weights: Float64Array;
  readonly squares: number;
}

/**
 * Cosine of the TF-IDF vectors with the weights of scikit-learn's TfidfVectorizer, which are counts times
 * `ln((1+n)/(1+df)) + 1` over the mementos of the TimeMap. The score is 0 if either memento has no terms.
 */
export const cosine: TimeMapMeasure<CountedTerms, CountedTerms, TfIdf> = {
  ...ofTerms,
  keyword: "cosine",
  title: "Cosine similarity",
  summary: "Cosine of the angle between the TF-IDF vectors of the two mementos.",
  source: inOtmtPaper("section 3.4, equation 4"),
  equalScore: 1,
  cuts: cutsAt("<", 0.12, 0.12),
  scope: "timemap",
  input: (settings) => textRequest("terms", settings, { lowerCase: true }),

  fit() {
    const numbers = new Map<string, number>();
    const frequency: number[] = [];
    let mementos = 0;
    return {
      add({ terms }) {
        mementos++;
        for (const term of terms) {
          const number = numbers.get(term);
          if (number === undefined) numbers.set(term, frequency.push(1) - 1);
          else frequency[number]! += 1;
        }
      },
      finish() {
        const inverse = new Float64Array(frequency.length);
        for (let number = 0; number < inverse.length; number += 1)
          inverse[number] = log((1 + mementos) / (1 + frequency[number]!)) + 1;
        const weights = new Float64Array(frequency.length);
        const ofValue = memoiseOf((value: CountedTerms) => vectorOf(value, numbers, inverse));
        return { vectorOf: ofValue, weights, spread: undefined };
      },
    };
  },

  score(first, memento, model) {
    const one = model.vectorOf(first);
    const other = model.vectorOf(memento);
    const { weights } = model;
    // A memento is compared with many others, one after the other.
    if (model.spread !== other) {
      model.spread?.numbers.forEach((number) => (weights[number] = 0));
      other.numbers.forEach((number, at) => (weights[number] = other.weights[at]!));
      model.spread = other;
    }
    let product = 0;
    // A term that only one of them has adds 0.
    for (let at = 0; at < one.numbers.length; at += 1)
      product += weights[one.numbers[at]!]! * one.weights[at]!;
    // One root of the product instead of the product of two roots, so that equal mementos score exactly 1.
    return product === 0 ? 0 : Math.min(1, product / Math.sqrt(one.squares * other.squares));
  },
};

function vectorOf(
  { terms, counts }: CountedTerms,
  known: ReadonlyMap<string, number>,
  inverse: Float64Array,
): Vector {
  const numbers = new Int32Array(terms.length);
  const weights = new Float64Array(terms.length);
  let squares = 0;
  for (let at = 0; at < terms.length; at += 1) {
    // The terms of all mementos that are compared have been counted.
    const number = known.get(terms[at]!)!;
    const weight = counts[at]! * inverse[number]!;
    numbers[at] = number;
    weights[at] = weight;
    squares += weight * weight;
  }
  return { numbers, weights, squares };
}
