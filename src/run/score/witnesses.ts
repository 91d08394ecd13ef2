import { chooseWitnesses, fewestWitnesses, median, medoid } from "../../decide/witnesses.js";
import type { Outcome } from "../../types.js";
import type { Comparer } from "./comparer.js";
import type { RecordGroup } from "../lines/groups.js";
import type { PlannedMeasure } from "../plan.js";
import type { Values } from "./values.js";

/** The mementos of a TimeMap that one measure asks about each memento, for `median` and `medoid`. */
export class Witnesses {
  /** Their positions in the TimeMap, and their values. */
  readonly #positions: readonly number[];
  readonly #values: readonly unknown[];
  readonly #place = new Map<number, number>();
  readonly #comparer: Comparer;
  readonly #planned: PlannedMeasure;
  /** Scores of witnesses among themselves, asked so far: NaN before, Infinity where none is defined. */
  readonly #scores: Float64Array;
  /** The medoid of all, where no witness is left out. */
  #central: number | undefined;

  /** Undefined where there are too few mementos that can be compared with. */
  static among(
    group: RecordGroup,
    planned: PlannedMeasure,
    values: Values,
    comparer: Comparer,
  ): Witnesses | undefined {
    const usable: number[] = [];
    let position = 0;
    for (const record of group.records()) {
      if ("value" in values.usable(planned, record)) usable.push(position);
      position += 1;
    }
    if (usable.length < fewestWitnesses) return undefined;
    const chosen = chooseWitnesses(usable);
    const wanted = new Set(chosen);
    const held: unknown[] = [];
    position = 0;
    for (const record of group.records()) {
      if (wanted.has(position)) {
        const value = values.prepared(planned, record);
        if ("value" in value) held.push(value.value);
      }
      position += 1;
    }
    return new Witnesses(chosen, held, planned, comparer);
  }

  private constructor(
    positions: readonly number[],
    values: readonly unknown[],
    planned: PlannedMeasure,
    comparer: Comparer,
  ) {
    this.#positions = positions;
    this.#values = values;
    this.#planned = planned;
    this.#comparer = comparer;
    this.#scores = new Float64Array(positions.length ** 2).fill(NaN);
    for (const [place, position] of positions.entries()) this.#place.set(position, place);
  }

  /** How many are asked about a memento. */
  countFor(position: number): number {
    return this.#positions.length - (this.#place.has(position) ? 1 : 0);
  }

  /** The median of a memento's scores against all others. */
  median(position: number, value: unknown): number {
    const own = this.#place.get(position);
    const scores: number[] = [];
    for (let witness = 0; witness < this.#values.length; witness += 1) {
      if (witness === own) continue;
      const score =
        own === undefined ? this.#score(this.#values[witness], value) : this.#among(witness, own);
      if (score !== undefined) scores.push(score);
    }
    const middle = median(scores);
    if (middle === undefined) throw new RangeError("it cannot be compared with any other memento");
    return middle;
  }

  /** The most central of the others, by position, and its value. */
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
    return medoid(
      this.#values.length,
      (one, other) => {
        const score = this.#among(one, other);
        return score === undefined ? undefined : Math.abs(score - equalScore);
      },
      but,
    );
  }

  /** The score of one witness (the second) against another, computed once. */
  #among(witness: number, other: number): number | undefined {
    const size = this.#values.length;
    const at = witness * size + other;
    let score = this.#scores[at]!;
    if (Number.isNaN(score)) {
      score = this.#score(this.#values[witness], this.#values[other]) ?? Infinity;
      this.#scores[at] = score;
      if (this.#planned.measure.symmetric) this.#scores[other * size + witness] = score;
    }
    return score === Infinity ? undefined : score;
  }

  /** Undefined where no score is defined for the two. */
  #score(reference: unknown, value: unknown): number | undefined {
    try {
      const score = this.#comparer.exact(reference, value);
      return Number.isFinite(score) ? score : undefined;
    } catch (cause) {
      // Two mementos may lack what is compared; the others still tell something.
      if (cause instanceof RangeError) return undefined;
      throw cause;
    }
  }
}
