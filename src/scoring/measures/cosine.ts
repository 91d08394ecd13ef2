import { log } from "../../math/elementary.js";
import { textRequest } from "../../pages/feature-values.js";
import type { TermCounts } from "../../pages/features/words.js";
import type { TimeMapMeasure } from "../../types.js";
import { ListIndex, wordFlags } from "../likeness.js";

/** The terms of the TimeMap by number, in how many mementos each occurs, and the vectors that follow from it. */
interface TfIdf {
  readonly mementos: number;
  readonly numbers: Map<string, number>;
  readonly frequency: number[];
  readonly vectors: WeakMap<TermCounts, Vector>;
}

/** The numbers of a memento's terms, their weights, in their order, and the sum of the squares of these. */
interface Vector {
  readonly numbers: number[];
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
    const numbers = new Map<string, number>();
    const frequency: number[] = [];
    let mementos = 0;
    return {
      add({ terms }) {
        mementos++;
        for (const term of terms) frequency[numberOf(term, numbers, frequency)]! += 1;
      },
      finish: () => ({ mementos, numbers, frequency, vectors: new WeakMap() }),
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
    const vectors = references.map((reference) => vectorOf(reference, model));
    const index = new ListIndex(vectors.map(({ numbers }) => numbers));
    const products = new Float64Array(references.length);
    return {
      scores(memento) {
        const other = vectorOf(memento, model);
        products.fill(0);
        // Terms are in one order everywhere, and so are the sums.
        for (let place = 0; place < other.numbers.length; place += 1) {
          const entry = index.of(other.numbers[place]!);
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

/** The number of a term; that of a new one is the next. */
function numberOf(term: string, numbers: Map<string, number>, frequency: number[]): number {
  let number = numbers.get(term);
  if (number === undefined) {
    numbers.set(term, (number = frequency.length));
    frequency.push(0);
  }
  return number;
}

function vectorOf(value: TermCounts, { mementos, numbers, frequency, vectors }: TfIdf): Vector {
  let vector = vectors.get(value);
  if (vector === undefined) {
    const own: number[] = [];
    const weights = new Float64Array(value.terms.length);
    let squares = 0;
    for (const [at, term] of value.terms.entries()) {
      const number = numberOf(term, numbers, frequency);
      own.push(number);
      const inverse = log((1 + mementos) / (1 + frequency[number]!)) + 1;
      const weight = value.counts[at]! * inverse;
      weights[at] = weight;
      squares += weight * weight;
    }
    vectors.set(value, (vector = { numbers: own, weights, squares }));
  }
  return vector;
}
