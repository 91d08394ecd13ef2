import { compareDatetimes } from "../../base/datetime.js";
import { NotDefined } from "../../base/failures.js";
import { seedKey } from "../../base/uri.js";
import type { FeatureRecord } from "../../page/types.js";
import { type Comparer, comparerOf, type Values } from "./compare.js";
import { chooseReferences, fewestReferences, median, medoid } from "./chosen-references.js";
import type { PlannedMeasure } from "../settings/plan.js";

/** Floating-point sums may exceed the range in their last digits. */
const ROUNDING = 1e-9;

/**
 * Returns a score if it is a number within its range. Any other value is a failure of the measure. All scores pass this
 * check before they reach the output.
 */
export function checked(score: unknown, { range: [low, high] }: PlannedMeasure["measure"]): number {
  if (typeof score !== "number" || !Number.isFinite(score)) {
    const shown = typeof score === "number" ? String(score) : `of type ${typeof score}`;
    throw new TypeError(`its score is ${shown}, not a number`);
  }
  if (score < low - ROUNDING || score > high + ROUNDING) {
    throw new TypeError(`its score ${score} is not from ${low} to ${high}`);
  }
  return score;
}

/** Mementos with which a measure compares others, in order of time. */
interface Held {
  readonly positions: number[];
  readonly values: unknown[];
}

/** Reference mementos of one measure, other than the first memento. */
class References {
  readonly #held: Held;
  readonly #comparer: Comparer;
  readonly #measure: PlannedMeasure["measure"];
  /** Places of the positions in the list. */
  readonly #placeOf: ReadonlyMap<number, number>;
  /** Scores of reference mementos among themselves, by both places: `undefined` if they have none. */
  readonly #scores = new Map<number, number | undefined>();
  /** Place of the medoid of all reference mementos. */
  #central: number | undefined;

  constructor(held: Held, { measure }: PlannedMeasure, comparer: Comparer) {
    this.#held = held;
    this.#measure = measure;
    this.#comparer = comparer;
    this.#placeOf = new Map(held.positions.map((position, place) => [position, place]));
  }

  /** Returns the number of reference mementos for the memento at a position, not counting itself. */
  countFor(position: number): number {
    return this.#held.positions.length - (this.#placeOf.has(position) ? 1 : 0);
  }

  /**
   * Returns the median of a memento's scores against all other mementos. Throws {@link NotDefined} if it cannot be
   * compared with any other.
   */
  median(position: number, value: unknown): number {
    const own = this.#placeOf.get(position);
    const scores: number[] = [];
    for (const [place, other] of this.#held.values.entries()) {
      if (place === own) continue;
      const score = own === undefined ? this.#score(other, value) : this.#among(place, own);
      if (score !== undefined) scores.push(score);
    }
    const found = median(scores);
    if (found === undefined) throw new NotDefined("it cannot be compared with any other memento");
    return found;
  }

  /** Returns the most central of the other mementos. Throws {@link NotDefined} if there is none. */
  medoid(position: number): { readonly position: number; readonly value: unknown } {
    const { positions, values } = this.#held;
    const own = this.#placeOf.get(position);
    const place =
      own === undefined ? (this.#central ??= this.#medoidBut(-1)) : this.#medoidBut(own);
    if (place < 0) throw new NotDefined("no two other mementos can be compared");
    return { position: positions[place]!, value: values[place] };
  }

  #medoidBut(but: number): number {
    const distance = (one: number, other: number): number | undefined => {
      const score = this.#among(one, other);
      return score === undefined ? undefined : Math.abs(score - this.#measure.equalScore);
    };
    return medoid(this.#held.values.length, distance, but);
  }

  /** Returns the score of one reference memento (`other`) against another (`one`), computed once. */
  #among(one: number, other: number): number | undefined {
    const { values } = this.#held;
    const at = this.#measure.symmetric
      ? Math.min(one, other) * values.length + Math.max(one, other)
      : one * values.length + other;
    if (!this.#scores.has(at)) this.#scores.set(at, this.#score(values[one], values[other]));
    return this.#scores.get(at);
  }

  /** Returns the score of two values, or undefined if the score is not defined. */
  #score(reference: unknown, value: unknown): number | undefined {
    try {
      return checked(this.#comparer.exact(reference, value), this.#measure);
    } catch (cause) {
      // Both mementos may lack the feature that is compared. The other pairs still count.
      if (cause instanceof NotDefined) return undefined;
      throw cause;
    }
  }
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
    return held && new References(held, planned, comparerOf(planned, this.#values));
  }

  #hold(): ReadonlyMap<PlannedMeasure, Held> {
    const wanted = new Map<number, PlannedMeasure[]>();
    const held = new Map<PlannedMeasure, Held>();
    for (const [at, planned] of this.#values.plan.measures.entries()) {
      const positions = this.#positionsFor(planned, this.#comparable[at]!);
      if (positions === undefined) continue;
      held.set(planned, { positions: [], values: [] });
      for (const position of positions) {
        const measures = wanted.get(position) ?? [];
        wanted.set(position, measures);
        measures.push(planned);
      }
    }
    for (const [position, measures] of [...wanted].sort(([one], [other]) => one - other)) {
      const record = this.#values.group.at(position)!;
      for (const planned of measures) {
        const value = this.#values.nonEmptyInput(planned, record);
        if (!("value" in value)) continue;
        const { positions, values } = held.get(planned)!;
        positions.push(position);
        values.push(value.value);
      }
    }
    return held;
  }

  /** Returns undefined for a measure of another reference memento, and for one with too few mementos. */
  #positionsFor(
    { choice: { reference, asInput } }: PlannedMeasure,
    comparable: readonly number[],
  ): readonly number[] | undefined {
    if (reference !== "median" && reference !== "medoid") return undefined;
    // A single believed memento represents the page better than many that are not believed.
    if (asInput === true) return this.#believed;
    return comparable.length >= fewestReferences ? chooseReferences(comparable) : undefined;
  }
}
