import { numberOf } from "../../../base/math/group-by.js";
import type { TopicWords } from "../../../page/features/words.js";
import type { TopicMeasure } from "../../../score/settings/topic-types.js";
import type { TopicElements } from "./types.js";
import { elementClasses, topicMeasures } from "./document.js";

/** Length of a passage in characters, and the step from one to the next. */
export const PASSAGE = { length: 200, step: 50 } as const;

/** Scores by measure, for the measures for which the part has elements. */
export type TopicScores = ReadonlyMap<TopicMeasure, number>;

/** Elements of a part, prepared for comparing documents with them. */
export class TopicScorer {
  /** Numbers of all words in elements, from 0. */
  readonly #ids = new Map<string, number>();
  /** Elements by class, represented as numbers. */
  readonly #keys: readonly ReadonlySet<number>[];
  /** Weight of each word in the vector, by its number. */
  readonly #vector: Float64Array;
  readonly #squares: number;
  readonly #base: number;

  constructor(elements: TopicElements) {
    for (const kind of elementClasses) {
      for (const [element] of elements[kind]) {
        for (const word of element.split(" ")) numberOf(word, this.#ids);
      }
    }
    this.#base = this.#ids.size + 1;
    this.#keys = elementClasses.map(
      (kind) => new Set(elements[kind].map(([each]) => this.#keyOf(each))),
    );
    this.#vector = new Float64Array(this.#base);
    for (const [term, frequency] of elements.terms) {
      this.#vector[this.#idOf(term)] = weightOf(frequency);
    }
    this.#squares = sumOfNumbers(this.#vector.map((weight) => weight * weight));
  }

  /** Returns the scores of a document, 0 to 1. An empty document scores 0 in every measure with elements. */
  score(document: TopicWords): TopicScores {
    const scores = new Map<TopicMeasure, number>();
    const ids = Int32Array.from(document.words, (word) => this.#idOf(word));
    for (const [at, kind] of elementClasses.entries()) {
      const total = this.#keys[at]!.size;
      if (total > 0) scores.set(kind, this.#found(ids, at) / total);
    }
    if (this.#squares > 0) {
      const cosineOf = this.#cosines(document.words);
      scores.set("vsm", cosineOf(0, document.words.length));
      scores.set("passage", bestPassage(document, cosineOf));
    }
    return new Map(
      topicMeasures.flatMap((measure) => {
        const score = scores.get(measure);
        return score === undefined ? [] : [[measure, score] as const];
      }),
    );
  }

  /** Returns the number of a word from 1, or 0 for a word that is in no element. */
  #idOf(word: string): number {
    return (this.#ids.get(word) ?? -1) + 1;
  }

  /** Returns an element as a number whose digits are its words. */
  #keyOf(element: string): number {
    return element.split(" ").reduce((key, word) => key * this.#base + this.#idOf(word), 0);
  }

  /** Returns the number of elements of a class that occur in a document. */
  #found(ids: Int32Array, at: number): number {
    const found = new Set<number>();
    for (let from = 0; from + at < ids.length; from += 1) {
      let key = 0;
      for (let word = from; word <= from + at; word += 1) {
        if (ids[word] === 0) {
          key = 0;
          break;
        }
        key = key * this.#base + ids[word]!;
      }
      if (this.#keys[at]!.has(key)) found.add(key);
    }
    return found.size;
  }

  /**
   * Returns a function that computes the cosine for a range of a document's words, without the end of the range. Empty
   * words are ignored.
   */
  #cosines(words: readonly string[]): CosineOf {
    const known = new Map([["", 0]]);
    const weights = [0];
    const numbers = Int32Array.from(words, (word) => {
      let number = known.get(word);
      if (number === undefined) {
        known.set(word, (number = weights.length));
        weights.push(this.#vector[this.#idOf(word)]!);
      }
      return number;
    });
    const counts = new Int32Array(weights.length);
    return (from, to) => {
      let product = 0;
      let squares = 0;
      for (let at = from; at < to; at += 1) counts[numbers[at]!]! += 1;
      for (let at = from; at < to; at += 1) {
        const number = numbers[at]!;
        const count = counts[number]!;
        counts[number] = 0;
        if (count === 0 || number === 0) continue;
        const weight = weightOf(count);
        squares += weight * weight;
        product += weight * weights[number]!;
      }
      return product === 0 ? 0 : Math.min(1, product / Math.sqrt(squares * this.#squares));
    };
  }
}

type CosineOf = (from: number, to: number) => number;

/** Returns the best cosine of any passage. A word belongs to the passages that contain it entirely. */
function bestPassage({ words, widths }: TopicWords, cosineOf: CosineOf): number {
  const length = sumOfNumbers(widths) + words.length - 1;
  let best = 0;
  let first = 0;
  let start = 0;
  let from = 0;
  do {
    while (first < words.length && start < from) start += widths[first++]! + 1;
    let after = first;
    let end = start;
    while (after < words.length && end + widths[after]! <= from + PASSAGE.length)
      end += widths[after++]! + 1;
    best = Math.max(best, cosineOf(first, after));
    from += PASSAGE.step;
  } while (from + PASSAGE.length < length + PASSAGE.step);
  return best;
}

/**
 * Weights grow with the logarithm of a word's count, because a word that occurs ten times as often is not ten times as
 * distinctive.
 */
const weightOf = (count: number): number => 1 + Math.log(count);

function sumOfNumbers(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
