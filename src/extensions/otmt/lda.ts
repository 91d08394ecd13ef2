import { NotDefined } from "../../base/failures.js";
import { numberOf } from "../../base/math/group-by.js";
import { hash53 } from "../../base/math/sketch.js";
import type { CountedTerms } from "../../base/types.js";

/** Shares of the topics in a document, which add up to 1. */
export type TopicShares = Float64Array;

/** Number of passes over all documents, and maximum number of iterations per document in a pass. */
const trainingPasses = 30;
const steps = 50;
/**
 * Maximum number of weights of terms in topics, which must fit in memory, and of weights updated per pass, which bounds
 * the time.
 */
const mostWeights = 2 ** 25;
const mostLearnt = 2 ** 28;
/**
 * Limit for the iteration of a document, which stops when the weights of its topics change by less than this on
 * average.
 */
const tolerance = 1e-4;

/**
 * Latent Dirichlet allocation by batch variational Bayes (Blei, Ng and Jordan 2003; Hoffman, Blei and Bach 2010,
 * without the sampling), with priors of 1 / topics as in gensim. The initial topics come from a hash of each term
 * instead of random numbers, so that equal documents give equal topics in any order of addition.
 */
export class LdaFit {
  readonly #topics: number;
  readonly #seen = new Map<string, number>();
  readonly #documents: Document[] = [];

  constructor(topics: number) {
    this.#topics = topics;
  }

  add({ terms, counts }: CountedTerms): void {
    const places = Int32Array.from(terms, (term) => numberOf(term, this.#seen));
    const name = hash53(`${terms.join(" ")} ${counts.join(" ")}`);
    this.#documents.push({ name, places, counts: Float64Array.from(counts) });
  }

  /** Throws {@link NotDefined} if this would exceed the limits of time or memory. */
  finish(): TopicModel {
    const topics = this.#topics;
    this.#requireBounds();
    const places = this.#order();
    let weights = new Float64Array(topics * places.size);
    for (const [term, place] of places) {
      for (let topic = 0; topic < topics; topic++) {
        weights[place * topics + topic] = 1 + hash53(`${topic} ${term}`) / 2 ** 53;
      }
    }
    for (let pass = 0; pass < trainingPasses; pass++) {
      const model = new TopicModel(topics, places, weights);
      const next = new Float64Array(weights.length).fill(1 / topics);
      for (const document of this.#documents) model.learn(document.places, document.counts, next);
      weights = next;
    }
    return new TopicModel(topics, places, weights);
  }

  #requireBounds(): void {
    const terms = this.#seen.size;
    const occurrences = this.#documents.reduce((sum, { places }) => sum + places.length, 0);
    if (this.#topics * terms <= mostWeights && this.#topics * occurrences <= mostLearnt) return;
    throw new NotDefined(
      `${this.#topics} topics are too many for the ${terms} different terms of ${this.#documents.length} mementos`,
    );
  }

  /** Sorts terms and documents, because the last digits of floating-point sums depend on the order. */
  #order(): ReadonlyMap<string, number> {
    const sorted = [...this.#seen.keys()].sort();
    const places = new Map(sorted.map((term, place) => [term, place]));
    const moved = new Int32Array(this.#seen.size);
    for (const [term, place] of this.#seen) moved[place] = places.get(term)!;
    for (const { places: own } of this.#documents) {
      for (let at = 0; at < own.length; at++) own[at] = moved[own[at]!]!;
    }
    this.#documents.sort((a, b) => a.name - b.name);
    return places;
  }
}

interface Document {
  /** Hash of the terms and counts. Equal documents have equal hashes. */
  readonly name: number;
  readonly places: Int32Array;
  readonly counts: Float64Array;
}

export class TopicModel {
  readonly #topics: number;
  readonly #places: ReadonlyMap<string, number>;
  /** exp(E[log β]): the expected weight of each term in each topic. */
  readonly #expected: Float64Array;

  constructor(topics: number, places: ReadonlyMap<string, number>, weights: Float64Array) {
    this.#topics = topics;
    this.#places = places;
    this.#expected = new Float64Array(weights.length);
    const sums = new Float64Array(topics);
    weights.forEach((weight, at) => (sums[at % topics]! += weight));
    const totals = sums.map(digamma);
    weights.forEach(
      (weight, at) => (this.#expected[at] = Math.exp(digamma(weight) - totals[at % topics]!)),
    );
  }

  /** Terms unknown to the model are ignored. */
  shares({ terms, counts }: CountedTerms): TopicShares {
    const known = terms.flatMap((term, at): [number, number][] => {
      const place = this.#places.get(term);
      return place === undefined ? [] : [[place, counts[at]!]];
    });
    const gamma = this.#infer(
      Int32Array.from(known, ([place]) => place),
      Float64Array.from(known, ([, count]) => count),
    );
    const sum = gamma.reduce((total, weight) => total + weight, 0);
    return gamma.map((weight) => weight / sum);
  }

  /** Adds a document's terms to the weights of the topics from which they are expected to come. */
  learn(places: Int32Array, counts: Float64Array, weights: Float64Array): void {
    const theta = expectedShares(this.#infer(places, counts));
    const topics = this.#topics;
    for (let term = 0; term < places.length; term++) {
      const row = places[term]! * topics;
      const norm = this.#norm(row, theta);
      for (let topic = 0; topic < topics; topic++) {
        weights[row + topic]! +=
          (counts[term]! * theta[topic]! * this.#expected[row + topic]!) / norm;
      }
    }
  }

  #infer(places: Int32Array, counts: Float64Array): Float64Array {
    const topics = this.#topics;
    let gamma = new Float64Array(topics).fill(1);
    for (let step = 0; step < steps; step++) {
      const theta = expectedShares(gamma);
      const next = new Float64Array(topics).fill(1 / topics);
      for (let term = 0; term < places.length; term++) {
        const row = places[term]! * topics;
        const scale = counts[term]! / this.#norm(row, theta);
        for (let topic = 0; topic < topics; topic++) {
          next[topic]! += scale * theta[topic]! * this.#expected[row + topic]!;
        }
      }
      const change = next.reduce((sum, weight, at) => sum + Math.abs(weight - gamma[at]!), 0);
      gamma = next;
      if (change / topics < tolerance) break;
    }
    return gamma;
  }

  #norm(row: number, theta: Float64Array): number {
    let sum = 1e-100;
    for (let topic = 0; topic < this.#topics; topic++) {
      sum += theta[topic]! * this.#expected[row + topic]!;
    }
    return sum;
  }
}

/** Returns exp(E[log θ]) of a Dirichlet distribution. */
function expectedShares(gamma: Float64Array): Float64Array {
  const total = digamma(gamma.reduce((sum, weight) => sum + weight, 0));
  return gamma.map((weight) => Math.exp(digamma(weight) - total));
}

/**
 * Returns the digamma function of a number above 0. The recurrence raises the argument to 6 or more, then the
 * asymptotic series is used.
 */
function digamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 6; at += 1) shift -= 1 / at;
  const inverse = 1 / (at * at);
  const series =
    inverse *
    (1 / 12 - inverse * (1 / 120 - inverse * (1 / 252 - inverse * (1 / 240 - inverse / 132))));
  return shift + Math.log(at) - 0.5 / at - series;
}
