import { log } from "../../base/math/elementary.js";
import { textRequest } from "../../page/feature-values.js";
import type { TermCounts } from "../../page/features/words.js";
import type { TimeMapMeasure } from "../types.js";
import { cutsAt, inOtmtPaper, ofTerms } from "../scoring/likeness.js";

/** Terms of the TimeMap by number, their inverse document frequencies, and the vectors computed from them. */
interface TfIdf {
  readonly numbers: ReadonlyMap<string, number>;
  readonly inverse: Float64Array;
  readonly vectors: WeakMap<TermCounts, Vector>;
  /** Weights of the first memento of a pair by number, all 0 between comparisons. */
  readonly weights: Float64Array;
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
export const cosine: TimeMapMeasure<TermCounts, TermCounts, TfIdf> = {
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
        for (const [number, of] of frequency.entries())
          inverse[number] = log((1 + mementos) / (1 + of)) + 1;
        const weights = new Float64Array(frequency.length);
        return { numbers, inverse, vectors: new WeakMap(), weights };
      },
    };
  },

  score(first, memento, model) {
    const one = vectorOf(first, model);
    const other = vectorOf(memento, model);
    const { weights } = model;
    one.numbers.forEach((number, at) => (weights[number] = one.weights[at]!));
    let product = 0;
    // A term that only one of them has adds 0.
    for (let at = 0; at < other.numbers.length; at += 1)
      product += weights[other.numbers[at]!]! * other.weights[at]!;
    for (const number of one.numbers) weights[number] = 0;
    return cosineOf(product, one, other);
  },

  scoreAll(references, model) {
    const vectors = references.map((reference) => vectorOf(reference, model));
    // The index has for each term the reference mementos that contain it, with the weight of the term.
    const entries: number[][] = Array.from(model.inverse, () => []);
    for (const [reference, { numbers, weights }] of vectors.entries())
      for (let at = 0; at < numbers.length; at += 1)
        entries[numbers[at]!]?.push(reference, weights[at]!);
    const products = new Float64Array(references.length);
    return {
      scores(memento) {
        const other = vectorOf(memento, model);
        products.fill(0);
        // Terms have the same order everywhere, so the sums are bit-identical to those of `score`.
        for (let place = 0; place < other.numbers.length; place += 1) {
          const entry = entries[other.numbers[place]!]!;
          const weight = other.weights[place]!;
          for (let at = 0; at < entry.length; at += 2)
            products[entry[at]!]! += entry[at + 1]! * weight;
        }
        return products.map((product, at) => cosineOf(product, vectors[at]!, other));
      },
    };
  },
};

/** Takes one root of the product instead of the product of two roots, so that equal mementos score exactly 1. */
const cosineOf = (product: number, one: Vector, other: Vector): number =>
  product === 0 ? 0 : Math.min(1, product / Math.sqrt(one.squares * other.squares));

function vectorOf(value: TermCounts, { numbers: known, inverse, vectors }: TfIdf): Vector {
  let vector = vectors.get(value);
  if (vector === undefined) {
    const { terms, counts } = value;
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
    vectors.set(value, (vector = { numbers, weights, squares }));
  }
  return vector;
}
