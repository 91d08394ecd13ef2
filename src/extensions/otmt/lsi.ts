import { NotDefined } from "../../base/failures.js";
import { type Eigen, largestEigen, symmetricEigen, type SymmetricOperator } from "./eigen.js";
import { hash53 } from "../../base/math/sketch.js";
import { numberOf } from "../../base/math/group-by.js";
import type { CountedTerms } from "../../base/types.js";

/** Topics of a set of documents. Plain data, so that they can be sent to a thread. */
export interface Topics {
  readonly numbers: ReadonlyMap<string, number>;
  /** Weights by term number and topic: `weights[number * count + topic]`. */
  readonly weights: Float64Array;
  readonly count: number;
}

/** For more documents only the largest eigenvalues are computed. */
const wholeUpTo = 200;
/** Maximum number of documents for which the eigenvalues are computed to the limits of floating-point precision. */
const exactUpTo = 2_000;
const exactTolerance = 1e-13;
const largeTolerance = 1e-8;
/** Maximum number of entries in the matrix of terms and documents, 8 bytes each. */
const mostEntries = 50_000_000;
/** Coordinates below this value count as 0, as in gensim. */
const negligible = 1e-9;

/** Distinct document: the numbers of its terms, their counts, and how often it was added. */
interface DocumentColumn {
  readonly terms: Int32Array;
  readonly counts: Float64Array;
  copies: number;
}

/**
 * Latent semantic indexing (Deerwester et al. 1990) on raw counts like gensim's LsiModel. It is a truncated singular
 * value decomposition of the matrix of terms and documents, with documents projected to `UᵀX`. Every document must be
 * added once before `finish` is called. The result depends neither on the order of the documents nor on random numbers.
 */
export class LsiFit {
  readonly #topics: number;
  readonly #numbers = new Map<string, number>();
  /** Columns by the hash of their terms and counts. */
  readonly #columns = new Map<number, DocumentColumn>();
  #documents = 0;
  #entries = 0;

  constructor(topics: number) {
    this.#topics = topics;
  }

  add({ terms, counts }: CountedTerms): void {
    this.#documents++;
    if (terms.length === 0 || this.#entries > mostEntries) return;
    // Identical mementos, as of an unchanged page, are stored once with a weight.
    const name = hash53(`${terms.join(" ")} ${counts.join(" ")}`);
    const known = this.#columns.get(name);
    if (known !== undefined) {
      known.copies += 1;
      return;
    }
    this.#entries += terms.length;
    this.#columns.set(name, {
      terms: Int32Array.from(terms, (term) => numberOf(term, this.#numbers)),
      counts: Float64Array.from(counts),
      copies: 1,
    });
  }

  /** Throws {@link NotDefined} if the documents have too many terms for memory. */
  finish(): Topics {
    if (this.#entries > mostEntries)
      throw new NotDefined(
        `latent semantic indexing needs more than ${mostEntries} counts of terms in distinct mementos, too many to hold`,
      );
    const columns = this.#inOrder();
    const tolerance = this.#documents <= exactUpTo ? exactTolerance : largeTolerance;
    const eigen = decompose(columns, this.#numbers.size, this.#topics, tolerance);
    const energy = columns.reduce((sum, column) => sum + column.copies * squared(column), 0);
    const count = topicsKept(eigen.values, energy, this.#topics);
    const weights = topicVectors(columns, eigen, count, this.#numbers.size);
    return { numbers: this.#numbers, weights, count };
  }

  /**
   * Returns the columns in an order that does not depend on the order of the documents, because rounding depends on it.
   */
  #inOrder(): DocumentColumn[] {
    const names = [...this.#numbers.keys()];
    return [...this.#columns.values()].sort(
      (one, other) =>
        one.terms.length - other.terms.length ||
        firstDifference(one.terms, other.terms, (a, b) => (names[a]! < names[b]! ? -1 : 1)) ||
        firstDifference(one.counts, other.counts, (a, b) => a - b),
    );
  }
}

/** Returns 0 if all are equal. */
function firstDifference(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  compare: (a: number, b: number) => number,
): number {
  for (let at = 0; at < one.length; at++)
    if (one[at] !== other[at]) return compare(one[at]!, other[at]!);
  return 0;
}

/** Returns the cosine of the angle between two projections, -1 to 1. Returns 0 if one of them has length 0. */
export function cosineOfProjections(one: Float64Array, other: Float64Array): number {
  let product = 0;
  let lengths = 0;
  let otherLengths = 0;
  for (let at = 0; at < one.length; at++) {
    product += one[at]! * other[at]!;
    lengths += one[at]! * one[at]!;
    otherLengths += other[at]! * other[at]!;
  }
  if (lengths === 0 || otherLengths === 0) return 0;
  return Math.max(-1, Math.min(1, product / Math.sqrt(lengths * otherLengths)));
}

/** Returns the coordinates `Uᵀx` of a document, one per topic, with the strongest topics first. */
export function project(
  { terms, counts }: CountedTerms,
  { numbers, weights, count }: Topics,
): Float64Array {
  const projection = new Float64Array(count);
  for (const [place, term] of terms.entries()) {
    const number = numbers.get(term);
    if (number === undefined) continue;
    for (let topic = 0; topic < count; topic++)
      projection[topic]! += counts[place]! * weights[number * count + topic]!;
  }
  return projection.map((x) => (Math.abs(x) < negligible ? 0 : x));
}

/**
 * Returns the number of topics that gensim keeps (`clip_spectrum`) of all with these strengths (eigenvalues), which sum
 * up to `energy`. It is one more than the number of prefixes of the spectrum that leave out more than min(10⁻⁶, 1/topics) of the total, but at most the requested number.
 */
function topicsKept(spectrum: readonly number[], energy: number, topics: number): number {
  let kept = 1;
  let sum = 0;
  for (const value of spectrum) {
    sum += value;
    if (Math.abs(1 - sum / energy) > Math.min(1e-6, 1 / topics)) kept++;
  }
  return Math.min(topics, kept, spectrum.length);
}

function decompose(
  columns: readonly DocumentColumn[],
  terms: number,
  topics: number,
  tolerance: number,
): Eigen {
  const operator = documentProducts(columns, terms);
  if (columns.length > wholeUpTo) return largestEigen(operator, topics, tolerance);
  const unit = (at: number): Float64Array => new Float64Array(columns.length).fill(1, at, at + 1);
  return symmetricEigen(columns.map((_, at) => operator.multiply(unit(at))));
}

/**
 * Matrix of the inner products of all documents, `XᵀX`, as an operator that does not store it. Copies of a document
 * count as often as they occur.
 */
function documentProducts(columns: readonly DocumentColumn[], terms: number): SymmetricOperator {
  return {
    size: columns.length,
    multiply(vector) {
      const sums = new Float64Array(terms);
      columns.forEach((column, at) =>
        addColumn(column, Math.sqrt(column.copies) * vector[at]!, sums, 1, 0),
      );
      return Float64Array.from(columns, ({ terms: own, counts, copies }) => {
        let product = 0;
        for (let place = 0; place < own.length; place++)
          product += counts[place]! * sums[own[place]!]!;
        return Math.sqrt(copies) * product;
      });
    },
  };
}

/** Computes the left singular vectors `U = X V S⁻¹`, which have for each term one weight per topic. */
function topicVectors(
  columns: readonly DocumentColumn[],
  { values, vectors }: Eigen,
  topics: number,
  terms: number,
): Float64Array {
  const weights = new Float64Array(terms * topics);
  for (let topic = 0; topic < topics; topic++) {
    const length = Math.sqrt(Math.max(values[topic]!, 0));
    if (length === 0) continue;
    columns.forEach((column, at) => {
      const weight = (Math.sqrt(column.copies) * vectors[topic]![at]!) / length;
      addColumn(column, weight, weights, topics, topic);
    });
  }
  return weights;
}

function addColumn(
  { terms, counts }: DocumentColumn,
  weight: number,
  into: Float64Array,
  stride: number,
  from: number,
): void {
  for (let place = 0; place < terms.length; place++)
    into[terms[place]! * stride + from]! += weight * counts[place]!;
}

function squared({ counts }: DocumentColumn): number {
  return counts.reduce((sum, count) => sum + count * count, 0);
}
