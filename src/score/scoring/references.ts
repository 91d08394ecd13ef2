import { compareDatetimes } from "../../base/datetime.js";
import { NotDefined } from "../../base/failures.js";
import { once } from "../../base/math/memo.js";
import { seedKey } from "../../base/uri.js";
import type { FeatureRecord } from "../../page/types.js";
import { type Comparer, comparerOf, type Values } from "./values.js";
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

/**
 * If there are at most `allUpTo` mementos, all serve as reference mementos. Otherwise `spaced` evenly spaced mementos
 * do, so that the time is proportional to the length of the TimeMap.
 */
const allUpTo = 200;

const spaced = 64;

/** Minimum number of reference mementos for a median or medoid. */
const fewestReferences = 3;

/**
 * Returns the mementos from which median and medoid are computed. They are chosen from the mementos that can be
 * compared, given by position in order of time.
 */
export function chooseReferences(positions: readonly number[]): readonly number[] {
  if (positions.length <= allUpTo) return positions;
  return Array.from(
    { length: spaced },
    (_, at) => positions[Math.round((at * (positions.length - 1)) / (spaced - 1))]!,
  );
}

/**
 * Returns the median, which is the mean of the middle two for an even number of values. Returns undefined for an empty
 * list.
 */
export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Values of the mementos with which a measure compares others, by position in order of time. */
type Held = Map<number, unknown>;

/** Reference mementos of one measure, other than the first memento. */
class References {
  readonly #held: ReadonlyMap<number, unknown>;
  readonly #comparer: Comparer;
  readonly #measure: PlannedMeasure["measure"];
  /** Scores of reference mementos among themselves, by both positions: `undefined` if they have none. */
  readonly #scores = new Map<number, number | undefined>();
  /** Number above all positions. */
  readonly #end: number;
  /** Position of the medoid of all reference mementos. */
  readonly #central: () => number | undefined = once(() => this.#medoidBut(undefined));

  constructor(held: Held, { measure }: PlannedMeasure, comparer: Comparer) {
    this.#held = held;
    this.#measure = measure;
    this.#comparer = comparer;
    this.#end = 1 + [...held.keys()].reduce((last, each) => Math.max(last, each), 0);
  }

  /** Returns the number of reference mementos for the memento at a position, not counting itself. */
  countFor(position: number): number {
    return this.#held.size - Number(this.#held.has(position));
  }

  /**
   * Returns the median of a memento's scores against all other mementos. Throws {@link NotDefined} if it cannot be
   * compared with any other.
   */
  median(position: number, value: unknown): number {
    const isHeld = this.#held.has(position);
    const scores: number[] = [];
    for (const [other, reference] of this.#held) {
      if (other === position) continue;
      const score = isHeld ? this.#among(other, position) : this.#score(reference, value);
      if (score !== undefined) scores.push(score);
    }
    const found = median(scores);
    if (found === undefined) throw new NotDefined("it cannot be compared with any other memento");
    return found;
  }

  /** Returns the most central of the other mementos. Throws {@link NotDefined} if there is none. */
  medoid(own: number): { readonly position: number; readonly value: unknown } {
    const position = this.#held.has(own) ? this.#medoidBut(own) : this.#central();
    if (position === undefined) throw new NotDefined("no two other mementos can be compared");
    return { position, value: this.#held.get(position) };
  }

  /**
   * Returns the most central of all reference mementos but one, which has the least mean distance to the others. In a tie
   * it is the earliest. Returns undefined if no two can be compared.
   */
  #medoidBut(but: number | undefined): number | undefined {
    let best: number | undefined;
    let least = Infinity;
    const positions = [...this.#held.keys()].filter((position) => position !== but);
    for (const one of positions) {
      let [sum, count] = [0, 0];
      for (const other of positions) {
        const score = other === one ? undefined : this.#among(one, other);
        if (score === undefined) continue;
        sum += Math.abs(score - this.#measure.equalScore);
        count += 1;
      }
      if (count > 0 && sum / count < least) [best, least] = [one, sum / count];
    }
    return best;
  }

  /** Returns the score of one reference memento (`other`) against another (`one`), computed once. */
  #among(one: number, other: number): number | undefined {
    const [from, to] = this.#measure.symmetric && other < one ? [other, one] : [one, other];
    const at = from * this.#end + to;
    if (!this.#scores.has(at))
      this.#scores.set(at, this.#score(this.#held.get(one), this.#held.get(other)));
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
  readonly #held = once(() => this.#hold());

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
    const held = this.#held().get(planned);
    return held && new References(held, planned, comparerOf(planned, this.#values));
  }

  #hold(): ReadonlyMap<PlannedMeasure, Held> {
    const wanted = this.#values.plan.measures.flatMap((planned, at) => {
      const positions = this.#positionsFor(planned, this.#comparable[at]!);
      return positions === undefined ? [] : [{ planned, positions: new Set(positions) }];
    });
    const held = new Map(wanted.map(({ planned }) => [planned, new Map<number, unknown>()]));
    const all = new Set(wanted.flatMap(({ positions }) => [...positions]));
    for (const position of [...all].sort((one, other) => one - other)) {
      const record = this.#values.group.at(position)!;
      for (const { planned, positions } of wanted) {
        const value = positions.has(position) && this.#values.nonEmptyInput(planned, record);
        if (value !== false && "value" in value) held.get(planned)!.set(position, value.value);
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
