import { log } from "../../math/elementary.js";
import { textRequest } from "../../pages/feature-values.js";
import type { TermCounts } from "../../pages/features/words.js";
import type { TimeMapMeasure } from "../../types.js";
import { ListIndex, wordFlags } from "../likeness.js";

/** In how many mementos of the TimeMap each term occurs, and the vectors that follow from it. */
interface TfIdf {
  readonly mementos: number;
  readonly frequency: ReadonlyMap<string, number>;
  readonly vectors: WeakMap<TermCounts, Vector>;
}

/** The weights of a memento's terms, in their order, and the sum of their squares. */
interface Vector {
  readonly weights: Float64Array;
  readonly squares: number;
}

/**
 * Cosine of the TF-IDF vectors, as scikit-learn's TfidfVectorizer weighs them: counts times `ln((1+n)/(1+df)) + 1`,
 * over the mementos of this TimeMap. 0 when one of the two has no terms.
 */
export const cosine: TimeMapMeasure<TermCounts, TermCounts, TfIdf> = {
  keyword: "cosine",
  aliases: [],
  title: "Cosine similarity",
  summary: "Cosine of the angle between the TF-IDF vectors of the two mementos.",
  source:
    "Jones, Weigle and Nelson, The Off-Topic Memento Toolkit (iPRES 2018), section 3.4, equation 4",
  range: [0, 1],
  equalScore: 1,
  symmetric: true,
  cuts: {
    paper: { threshold: 0.12, comparison: "<" },
    "otmt-1.0.5": { threshold: 0.12, comparison: "<" },
  },
  flags: wordFlags,

  scope: "timemap",
  input: (settings) => textRequest("terms", settings, { lowerCase: true }),

  fit() {
    const frequency = new Map<string, number>();
    let mementos = 0;
    return {
      add({ terms }) {
        mementos++;
        for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
      },
      finish: () => ({ mementos, frequency, vectors: new WeakMap() }),
    };
  },

  score(first, memento, model) {
    const one = vectorOf(first, model);
    const other = vectorOf(memento, model);
    let product = 0;
    let at = 0;
    let otherAt = 0;
    while (at < first.terms.length && otherAt < memento.terms.length) {
      const term = first.terms[at]!;
      const otherTerm = memento.terms[otherAt]!;
      if (term === otherTerm) product += one.weights[at++]! * other.weights[otherAt++]!;
      else if (term < otherTerm) at++;
      else otherAt++;
    }
    return cosineOf(product, one, other);
  },

  scoreAll(references, model) {
    const index = new ListIndex(references.map(({ terms }) => terms));
    const vectors = references.map((reference) => vectorOf(reference, model));
    const products = new Float64Array(references.length);
    return {
      scores(memento) {
        const other = vectorOf(memento, model);
        products.fill(0);
        // Terms are in one order everywhere, and so are the sums.
        for (const [place, term] of memento.terms.entries()) {
          const entry = index.of(term);
          const weight = other.weights[place]!;
          for (let at = 0; at < entry.length; at += 2) {
            const reference = entry[at]!;
            products[reference]! += vectors[reference]!.weights[entry[at + 1]!]! * weight;
          }
        }
        return products.map((product, at) => cosineOf(product, vectors[at]!, other));
      },
    };
  },
};

/** One root of the product, not a product of two roots: equal mementos score exactly 1. */
const cosineOf = (product: number, one: Vector, other: Vector): number =>
  product === 0 ? 0 : Math.min(1, product / Math.sqrt(one.squares * other.squares));

function vectorOf(value: TermCounts, { mementos, frequency, vectors }: TfIdf): Vector {
  let vector = vectors.get(value);
  if (vector === undefined) {
    const weights = new Float64Array(value.terms.length);
    let squares = 0;
    for (const [at, term] of value.terms.entries()) {
      const inverse = log((1 + mementos) / (1 + (frequency.get(term) ?? 0))) + 1;
      const weight = value.counts[at]! * inverse;
      weights[at] = weight;
      squares += weight * weight;
    }
    vectors.set(value, (vector = { weights, squares }));
  }
  return vector;
}
