import { compareDatetimes } from "../../base/datetime.js";
import { NotDefined } from "../../base/failures.js";
import type { Outcome } from "../../base/types.js";
import { seedKey } from "../../base/uri.js";
import type { FeatureRecord } from "../../page/types.js";
import type { ManyReferences } from "../types.js";
import { type Comparer, comparerOf, type Values } from "./compare.js";
import { chooseReferences, fewestReferences, median, medoid } from "./chosen-references.js";
import type { PlannedMeasure } from "../settings/plan.js";

/** Minimum number of reference mementos for which it is faster to prepare them together. */
const many = 24;

/** Floating-point sums may exceed the range in their last digits. */
const ROUNDING = 1e-9;

/**
 * Returns a score if it is a number within its range. Any other value is a failure of the measure. All scores pass this
 * check before they reach the output.
 */
export function checked(score: unknown, { range: [low, high] }: PlannedMeasure["measure"]): number {
  if (typeof score !== "number" || !Number.isFinite(score)) {
    throw new TypeError(`its score is ${described(score)}, not a number`);
  }
  if (score < low - ROUNDING || score > high + ROUNDING) {
    throw new TypeError(`its score ${score} is not from ${low} to ${high}`);
  }
  return score;
}

/** Describes a value that should have been a number. */
const described = (value: unknown): string =>
  value instanceof Promise ? "a promise" : value === undefined ? "nothing" : printed(value);

const printed = (value: unknown): string =>
  typeof value === "number" ? String(value) : `of type ${typeof value}`;

/** Reference mementos of one measure, other than the first memento. */
class References {
  /** Positions of these mementos in the TimeMap, and their values. */
  readonly #positions: readonly number[];
  readonly #values: readonly unknown[];
  readonly #place: ReadonlyMap<number, number>;
  readonly #comparer: Comparer;
  readonly #planned: PlannedMeasure;
  /**
   * Cache of the scores of reference mementos among themselves. A score is NaN if it has not been computed, and
   * Infinity if it is not defined.
   */
  readonly #scores: Float64Array;
  /** All reference mementos prepared together, if the measure has a faster method for many. */
  readonly #together: ManyReferences<unknown> | undefined;
  /** Index of the medoid of all reference mementos. */
  #central: number | undefined;

  constructor(
    positions: readonly number[],
    held: readonly unknown[],
    planned: PlannedMeasure,
    comparer: Comparer,
  ) {
    this.#positions = positions;
    this.#values = held;
    this.#planned = planned;
    this.#comparer = comparer;
    this.#scores = new Float64Array(positions.length ** 2).fill(NaN);
    this.#place = new Map(positions.map((position, place) => [position, place]));
    this.#together = positions.length < many ? undefined : comparer.all(held);
  }

  /** Returns the number of reference mementos for the memento at a position, not counting itself. */
  countFor(position: number): number {
    return this.#positions.length - (this.#place.has(position) ? 1 : 0);
  }

  /**
   * Returns the median of a memento's scores against all other mementos. Throws {@link NotDefined} if it cannot be
   * compared with any other.
   */
  median(position: number, value: unknown): number {
    const found = median(this.#against(position, value));
    if (found === undefined) throw new NotDefined("it cannot be compared with any other memento");
    return found;
  }

  #against(position: number, value: unknown): number[] {
    const own = this.#place.get(position);
    const all = this.#together?.scores(value);
    const scores: number[] = [];
    for (const place of this.#values.keys()) {
      if (place === own) continue;
      const score =
        all !== undefined
          ? this.#defined(all[place]!)
          : own === undefined
            ? this.#score(this.#values[place], value)
            : this.#among(place, own);
      if (score !== undefined) scores.push(score);
    }
    return scores;
  }

  medoid(position: number): Outcome<{ readonly position: number; readonly value: unknown }> {
    const own = this.#place.get(position);
    const place =
      own === undefined ? (this.#central ??= this.#medoidBut(-1)) : this.#medoidBut(own);
    if (place < 0) {
      return { problem: { stage: "score", message: "no two other mementos can be compared" } };
    }
    return { value: { position: this.#positions[place]!, value: this.#values[place] } };
  }

  #medoidBut(but: number): number {
    const { equalScore } = this.#planned.measure;
    const distance = (one: number, other: number): number | undefined => {
      const score = this.#among(one, other);
      return score === undefined ? undefined : Math.abs(score - equalScore);
    };
    return medoid(this.#values.length, distance, but);
  }

  /** Returns the score of one reference memento (`other`) against another (`one`), computed once. */
  #among(one: number, other: number): number | undefined {
    const size = this.#values.length;
    const at = one * size + other;
    let score = this.#scores[at]!;
    if (Number.isNaN(score)) {
      score = this.#score(this.#values[one], this.#values[other]) ?? Infinity;
      this.#scores[at] = score;
      if (this.#planned.measure.symmetric) this.#scores[other * size + one] = score;
    }
    return score === Infinity ? undefined : score;
  }

  #defined(score: number): number | undefined {
    return Number.isNaN(score) ? undefined : checked(score, this.#planned.measure);
  }

  /** Returns the score of two values, or undefined if the score is not defined. */
  #score(reference: unknown, value: unknown): number | undefined {
    try {
      return checked(this.#comparer.exact(reference, value), this.#planned.measure);
    } catch (cause) {
      // Both mementos may lack the feature that is compared. The other pairs still count.
      if (cause instanceof NotDefined) return undefined;
      throw cause;
    }
  }
}

interface Held {
  readonly positions: number[];
  readonly values: unknown[];
}

/**
 * Reference mementos of all measures of a TimeMap. First all records must be `add`ed in order. Then each chosen record
 * is read once by position, because a large TimeMap is on disk.
 */
export class AllReferences {
  readonly #values: Values;
  readonly #comparable: readonly number[][];
  /** Positions of the mementos that have a page. */
  readonly available: number[] = [];
  /** Position of the first memento, if a curator has chosen it and it could be read. */
  start: number | undefined;
  #believed: readonly number[] = [];
  #held: ReadonlyMap<PlannedMeasure, Held> | undefined;

  constructor(values: Values) {
    this.#values = values;
    this.#comparable = values.plan.measures.map(() => []);
  }

  /** A memento before the first one that a curator has chosen becomes no reference memento. */
  add(record: FeatureRecord, position: number): void {
    const { capture, problem } = record;
    const first = this.#values.begins?.get(seedKey(capture.uriR));
    if (first !== undefined) {
      if (compareDatetimes(capture.mementoDatetime, first) < 0) return;
      if (problem === undefined) this.start ??= position;
    }
    for (const [at, planned] of this.#values.plan.measures.entries()) {
      const { reference, asInput } = planned.choice;
      const isOfAll = reference === "median" || reference === "medoid";
      if (isOfAll && asInput !== true && "value" in this.#values.nonEmptyInput(planned, record))
        this.#comparable[at]!.push(position);
    }
    if (problem === undefined) this.available.push(position);
  }

  /** Must be called before the first {@link of}. */
  believe(positions: readonly number[]): void {
    this.#believed = positions;
  }

  /** Returns undefined if too few mementos can be compared with. */
  of(planned: PlannedMeasure): References | undefined {
    this.#held ??= this.#hold();
    const held = this.#held.get(planned);
    if (held === undefined) return undefined;
    return new References(held.positions, held.values, planned, comparerOf(planned, this.#values));
  }

  #hold(): ReadonlyMap<PlannedMeasure, Held> {
    const wanted = new Map<number, PlannedMeasure[]>();
    const held = new Map<PlannedMeasure, Held>();
    for (const [planned, positions] of this.#positions()) {
      held.set(planned, { positions: [], values: [] });
      for (const position of positions) {
        const known = wanted.get(position);
        if (known === undefined) wanted.set(position, [planned]);
        else known.push(planned);
      }
    }
    for (const [position, measures] of [...wanted].sort(([one], [other]) => one - other)) {
      const record = this.#values.group.at(position)!;
      for (const planned of measures) {
        const value = this.#values.nonEmptyInput(planned, record);
        if (!("value" in value)) continue;
        held.get(planned)?.positions.push(position);
        held.get(planned)?.values.push(value.value);
      }
    }
    return held;
  }

  /** Returns the positions of the reference mementos of each measure that has enough of them. */
  #positions(): Map<PlannedMeasure, readonly number[]> {
    const found = new Map<PlannedMeasure, readonly number[]>();
    for (const [at, planned] of this.#values.plan.measures.entries()) {
      const { reference, asInput } = planned.choice;
      if (reference !== "median" && reference !== "medoid") continue;
      // A single believed memento represents the page better than many that are not believed.
      if (asInput === true) found.set(planned, this.#believed);
      else if (this.#comparable[at]!.length >= fewestReferences)
        found.set(planned, chooseReferences(this.#comparable[at]!));
    }
    return found;
  }
}
