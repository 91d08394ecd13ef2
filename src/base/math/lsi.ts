import { NotDefined } from "../failures.js";
import type { CountedTerms } from "../types.js";
import { numberOf } from "./group-by.js";
import { type Eigen, largestEigen, symmetricEigen, type SymmetricOperator } from "./eigen.js";

/** The topics of a body of documents: plain data, so that it can be sent to a thread. */
export interface Topics {
  readonly numbers: ReadonlyMap<string, number>;
  /** For each term one weight in each topic. */
  readonly weights: Float64Array;
  readonly count: number;
  /** How strong they are, and all together: {@link topicsKept} decides by it. */
  readonly spectrum: readonly number[];
  readonly energy: number;
}

/** What was added to a fit: plain data. */
export interface LsiPart {
  readonly terms: readonly string[];
  readonly columns: readonly Column[];
  readonly documents: number;
  readonly entries: number;
}

/** Up to here a matrix is decomposed as a whole; above, its largest eigenvalues are searched for. */
const wholeUpTo = 200;
/** Up to here the search goes to the limits of the arithmetic. */
const exactUpTo = 2_000;
const exactTolerance = 1e-13;
const largeTolerance = 1e-8;
/** Entries of the matrix of terms and documents, 8 bytes each. */
const mostEntries = 50_000_000;
/** As gensim: coordinates below are 0. */
const negligible = 1e-9;

/** One distinct document: numbers of its terms, counts, and how often it was added. */
interface Column {
  readonly terms: Int32Array;
  readonly counts: Float64Array;
  copies: number;
}

/**
 * Latent semantic indexing (Deerwester et al. 1990) as gensim's LsiModel does it on raw counts: a truncated singular
 * value decomposition of the matrix of terms and documents, documents projected to `UᵀX`. Add every document once, then
 * `finish`. The result depends neither on the order of the documents nor on chance.
 */
export class LsiFit {
  readonly #topics: number;
  readonly #numbers = new Map<string, number>();
  /** By hash. */
  readonly #columns = new Map<number, Column[]>();
  #documents = 0;
  #entries = 0;

  constructor(topics: number) {
    this.#topics = topics;
  }

  add({ terms, counts }: CountedTerms): void {
    this.#documents++;
    if (terms.length === 0 || this.#entries > mostEntries) return;
    this.#add(
      Int32Array.from(terms, (term) => numberOf(term, this.#numbers)),
      counts,
      1,
    );
  }

  /** What was added so far; of too much only that it is. */
  get part(): LsiPart {
    const [documents, entries] = [this.#documents, this.#entries];
    if (entries > mostEntries) return { terms: [], columns: [], documents, entries };
    const columns = [...this.#columns.values()].flat();
    return { terms: [...this.#numbers.keys()], columns, documents, entries };
  }

  /** Adds what was added to another fit. */
  join({ terms, columns, documents, entries }: LsiPart): void {
    this.#documents += documents;
    if (entries > mostEntries) this.#entries = entries;
    if (this.#entries > mostEntries) return;
    const numbers = terms.map((term) => numberOf(term, this.#numbers));
    for (const { terms: own, counts, copies } of columns)
      this.#add(
        own.map((number) => numbers[number]!),
        counts,
        copies,
      );
  }

  #add(numbers: Int32Array, counts: ArrayLike<number>, copies: number): void {
    let hash = 0;
    for (let at = 0; at < numbers.length; at++)
      hash = Math.imul(hash ^ numbers[at]!, 0x01000193) + counts[at]!;
    // Mementos of a page that did not change are one column with a weight.
    const alike = this.#columns.get(hash) ?? [];
    if (alike.length === 0) this.#columns.set(hash, alike);
    const known = alike.find((column) => isSame(column, numbers, counts));
    if (known !== undefined) {
      known.copies += copies;
      return;
    }
    this.#entries += numbers.length;
    alike.push({ terms: numbers, counts: Float64Array.from(counts), copies });
  }

  /** Throws when the documents have too many distinct terms to be held. */
  finish(): Topics {
    if (this.#entries > mostEntries)
      throw new NotDefined(
        `latent semantic indexing needs more than ${mostEntries} counts of terms in distinct mementos, too many to hold`,
      );
    const columns = this.#inOrder();
    const tolerance = this.#documents <= exactUpTo ? exactTolerance : largeTolerance;
    const eigen = decompose(columns, this.#numbers.size, this.#topics, tolerance);
    const energy = columns.reduce((sum, column) => sum + column.copies * squared(column), 0);
    const count = topicsKept({ spectrum: eigen.values, energy }, this.#topics);
    const weights = topicVectors(columns, eigen, count, this.#numbers.size);
    return { numbers: this.#numbers, weights, count, spectrum: eigen.values, energy };
  }

  /** The columns in an order that the documents' own has no part in: rounding follows it. */
  #inOrder(): Column[] {
    const names = [...this.#numbers.keys()];
    return [...this.#columns.values()]
      .flat()
      .sort(
        (one, other) =>
          one.terms.length - other.terms.length ||
          firstDifference(one.terms, other.terms, (a, b) => (names[a]! < names[b]! ? -1 : 1)) ||
          firstDifference(one.counts, other.counts, (a, b) => a - b),
      );
  }
}

function isSame(column: Column, terms: ArrayLike<number>, counts: ArrayLike<number>): boolean {
  return (
    column.terms.length === terms.length &&
    firstDifference(column.terms, terms, () => 1) === 0 &&
    firstDifference(column.counts, counts, () => 1) === 0
  );
}

/** How the first pair of entries compares that is not equal; 0 when all are. */
function firstDifference(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  compare: (a: number, b: number) => number,
): number {
  for (let at = 0; at < one.length; at++)
    if (one[at] !== other[at]) return compare(one[at]!, other[at]!);
  return 0;
}

/** Cosine of the angle between two projections, -1 to 1; 0 where one of them has no length. */
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

/** The document's coordinates `Uᵀx`: one for each topic, those of the strongest topics first. */
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
 * How many topics gensim keeps (`clip_spectrum`): one more than there are prefixes of the spectrum that leave more than
 * a share of min(10⁻⁶, 1/topics) of its energy, and no more than asked for.
 */
export function topicsKept(
  { spectrum, energy }: Pick<Topics, "spectrum" | "energy">,
  topics: number,
): number {
  let kept = 1;
  let sum = 0;
  for (const value of spectrum) {
    sum += value;
    if (Math.abs(1 - sum / energy) > Math.min(1e-6, 1 / topics)) kept++;
  }
  return Math.min(topics, kept, spectrum.length);
}

function decompose(
  columns: readonly Column[],
  terms: number,
  topics: number,
  tolerance: number,
): Eigen {
  if (columns.length > wholeUpTo)
    return largestEigen(documentProducts(columns, terms), topics, tolerance);
  const operator = documentProducts(columns, terms);
  const gram = columns.map((_, at) => {
    const row = new Float64Array(columns.length);
    operator.multiply(
      row.map((_, place) => (place === at ? 1 : 0)),
      row,
    );
    return row;
  });
  return symmetricEigen(gram);
}

/**
 * The matrix of the inner products of all documents, `XᵀX`, without writing it down; copies weigh as often as they
 * occur.
 */
function documentProducts(columns: readonly Column[], terms: number): SymmetricOperator {
  const sums = new Float64Array(terms);
  return {
    size: columns.length,
    multiply(vector, into) {
      sums.fill(0);
      columns.forEach((column, at) =>
        spread(column, Math.sqrt(column.copies) * vector[at]!, sums, 1, 0),
      );
      columns.forEach((column, at) => {
        let product = 0;
        for (let place = 0; place < column.terms.length; place++)
          product += column.counts[place]! * sums[column.terms[place]!]!;
        into[at] = Math.sqrt(column.copies) * product;
      });
    },
  };
}

/** The left singular vectors `U = X V S⁻¹`, for each term one weight in each topic. */
function topicVectors(
  columns: readonly Column[],
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
      spread(column, weight, weights, topics, topic);
    });
  }
  return weights;
}

function spread(
  { terms, counts }: Column,
  weight: number,
  into: Float64Array,
  stride: number,
  from: number,
): void {
  for (let place = 0; place < terms.length; place++)
    into[terms[place]! * stride + from]! += weight * counts[place]!;
}

function squared({ counts }: Column): number {
  return counts.reduce((sum, count) => sum + count * count, 0);
}
