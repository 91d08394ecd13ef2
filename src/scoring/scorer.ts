import { attempt, failedProblem, failureOf, nameOf, NotDefined } from "../failures.js";
import { measureSettings } from "../settings/measure-options.js";
import type {
  BoundedScore,
  FeatureRecord,
  MeasureResult,
  Outcome,
  Problem,
  Score,
} from "../types.js";
import { type Comparer, comparerOf, type Values } from "./compare.js";
import { chooseReferences, fewestReferences, median, medoid, topicStatus } from "./decide.js";
import { LikeGroups } from "./like-groups.js";
import type { PlannedMeasure } from "./plan.js";

/** Sums of fractions may leave the range in their last digits. */
const ROUNDING = 1e-9;

/** A score that is not a number of its range is a failure here, in one place, and never reaches the output. */
function checked(score: unknown, { range: [low, high] }: PlannedMeasure["measure"]): number {
  if (typeof score !== "number" || !Number.isFinite(score)) {
    throw new TypeError(`its score is ${described(score)}, not a number`);
  }
  if (score < low - ROUNDING || score > high + ROUNDING) {
    throw new TypeError(`its score ${score} is not from ${low} to ${high}`);
  }
  return score;
}

/** What something is that should have been a number. */
const described = (value: unknown): string =>
  value instanceof Promise ? "a promise" : value === undefined ? "nothing" : printed(value);

const printed = (value: unknown): string =>
  typeof value === "number" ? String(value) : `of type ${typeof value}`;

function judge(given: number | BoundedScore, { measure, choice }: PlannedMeasure): Score {
  const isBound = typeof given === "object" && "bound" in given;
  const bound = isBound ? given.bound : undefined;
  const score = checked(isBound ? given.score : given, measure);
  // Minus zero would be written as "-0" by some writers and as "0" by others.
  return { score: score === 0 ? 0 : score, bound, topicStatus: topicStatus(score, choice) };
}
/** The mementos of a TimeMap that one measure compares each memento with, where the first is not all. */
class References {
  /** Their positions in the TimeMap, and their values. */
  readonly #positions: readonly number[];
  readonly #values: readonly unknown[];
  readonly #place: ReadonlyMap<number, number>;
  readonly #places: readonly number[];
  readonly #comparer: Comparer;
  readonly #planned: PlannedMeasure;
  /** Scores of reference mementos among themselves, asked so far: NaN before, Infinity where none is defined. */
  readonly #scores: Float64Array;
  /** The medoid of all, where none is left out. */
  #central: number | undefined;

  constructor(
    positions: readonly number[],
    held: readonly unknown[],
    planned: PlannedMeasure,
    comparer: Comparer,
  ) {
    this.#positions = positions;
    this.#places = [...positions.keys()];
    this.#values = held;
    this.#planned = planned;
    this.#comparer = comparer;
    this.#scores = new Float64Array(positions.length ** 2).fill(NaN);
    this.#place = new Map(positions.map((position, place) => [position, place]));
  }

  /** How many a memento is compared with. */
  countFor(position: number): number {
    return this.#positions.length - (this.#place.has(position) ? 1 : 0);
  }

  /** The median of a memento's scores against all others, or against those of some positions. */
  median(position: number, value: unknown, others?: readonly number[]): number {
    const places = others?.flatMap((other) => this.#place.get(other) ?? []);
    return defined(median(this.#against(position, value, places)));
  }

  #against(position: number, value: unknown, places: Iterable<number> = this.#places): number[] {
    const own = this.#place.get(position);
    const scores: number[] = [];
    for (const place of places) {
      if (place === own) continue;
      const score =
        own === undefined ? this.#score(this.#values[place], value) : this.#among(place, own);
      if (score !== undefined) scores.push(score);
    }
    return scores;
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
    const distance = (one: number, other: number): number | undefined => {
      const score = this.#among(one, other);
      return score === undefined ? undefined : Math.abs(score - equalScore);
    };
    return medoid(this.#values.length, distance, but);
  }

  /** The score of one reference memento (the second) against another, computed once. */
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

  /** Undefined where no score is defined for the two. */
  #score(reference: unknown, value: unknown): number | undefined {
    try {
      return checked(this.#comparer.exact(reference, value), this.#planned.measure);
    } catch (cause) {
      // Two mementos may lack what is compared; the others still say something.
      if (cause instanceof NotDefined) return undefined;
      throw cause;
    }
  }
}

/** Undefined where there are too few mementos that can be compared with. */
function referencesOf(planned: PlannedMeasure, values: Values): References | undefined {
  const usable: number[] = [];
  let position = 0;
  for (const record of values.group.records()) {
    if ("value" in values.usable(planned, record)) usable.push(position);
    position += 1;
  }
  if (usable.length < fewestReferences) return undefined;
  return referencesAt(chooseReferences(usable), planned, values);
}

/** Those of some positions that have a value. */
function referencesAt(
  positions: readonly number[],
  planned: PlannedMeasure,
  values: Values,
): References {
  const wanted = new Set(positions);
  const chosen: number[] = [];
  const held: unknown[] = [];
  let position = 0;
  for (const record of values.group.records()) {
    const value = wanted.has(position) ? values.prepared(planned, record) : undefined;
    if (value !== undefined && "value" in value) {
      chosen.push(position);
      held.push(value.value);
    }
    position += 1;
  }
  return new References(chosen, held, planned, comparerOf(planned, values));
}

/** Throws for a memento that could be compared with none. */
function defined(score: number | undefined): number {
  if (score === undefined) throw new NotDefined("it cannot be compared with any other memento");
  return score;
}

/** A memento with its place in the TimeMap. */
export interface Placed {
  readonly record: FeatureRecord;
  readonly position: number;
}

/** What a memento was compared with: its outcome, and its name where it is not the first memento. */
type Compared = Pick<MeasureResult, "outcome" | "comparedWith">;

/** Gives all measures and references one shape: a function from a memento to a result. */
export interface Scorer {
  readonly planned: PlannedMeasure;
  /** Set when nothing can be scored. */
  readonly problem?: Problem;
  /** `previous` is the last memento judged on-topic, if any. */
  score(memento: Placed, previous: Placed | undefined): MeasureResult;
  /** Stands for the score of a memento that is off-topic already (`--short-circuit`). */
  skip(): MeasureResult;
}

/** The scorers of a TimeMap, one for each measure of the plan. `first` is its first memento. */
export function makeScorers(
  values: Values,
  first: FeatureRecord | undefined,
  uriMs: readonly string[],
): Scorer[] {
  return values.plan.measures.map((planned): Scorer => {
    const { choice, measure } = planned;
    const facts = {
      name: choice.name,
      flags: measure.flags(measureSettings(values.settings, choice)),
    };
    const comparison = comparisonOf(planned, values, first, uriMs);
    return {
      planned,
      problem: "problem" in comparison ? comparison.problem : undefined,
      skip: () => ({ ...facts, outcome: { skipped: "short-circuit" } }),
      score: (memento, previous) => ({
        ...facts,
        ...("problem" in comparison
          ? { outcome: comparison }
          : comparison.value(memento, previous)),
      }),
    };
  });
}

type Comparison = (memento: Placed, previous: Placed | undefined) => Compared;

/** How one measure compares the mementos of a TimeMap; a problem where it can compare none. */
function comparisonOf(
  planned: PlannedMeasure,
  values: Values,
  first: FeatureRecord | undefined,
  uriMs: readonly string[],
): Outcome<Comparison> {
  try {
    return planComparison(planned, values, first, uriMs);
  } catch (cause) {
    const { measure } = planned;
    if (cause instanceof NotDefined) {
      const message = `${measure.title} of this TimeMap: ${cause.message}`;
      return { problem: { stage: "score", message } };
    }
    const failure = failureOf(nameOf("measure", measure), cause);
    values.onFailure?.(failure);
    return { problem: failedProblem("score", failure, cause) };
  }
}

function planComparison(
  planned: PlannedMeasure,
  values: Values,
  first: FeatureRecord | undefined,
  uriMs: readonly string[],
): Outcome<Comparison> {
  const { reference } = planned.choice;
  const groups = reference === "group" ? new LikeGroups(values) : undefined;
  const members =
    groups === undefined ? undefined : referencesAt(groups.positions, planned, values);
  const isOfAll = reference === "median" || reference === "medoid";
  const references = isOfAll ? referencesOf(planned, values) : undefined;
  const firstValue = valueOfFirst(planned, values, first);
  const needsFirst = reference !== "previous" && references === undefined && members === undefined;
  if ("problem" in firstValue && needsFirst) return firstValue;
  const comparer = comparerOf(planned, values);
  const { measure } = planned;
  const asked = { stage: "score", what: nameOf("measure", measure) } as const;
  const guarded = <T>(compute: () => T): Outcome<T> => {
    const outcome = attempt(asked, compute, values.onFailure);
    if ("value" in outcome || outcome.problem.message !== "") return outcome;
    const message = `${measure.title} is not defined for these two mementos`;
    return { problem: { ...outcome.problem, message } };
  };
  const judged = (compute: () => number | BoundedScore): Outcome<Score> =>
    guarded(() => judge(compute(), planned));
  const compare = (
    { record, position }: Placed,
    value: unknown,
    previous: Placed | undefined,
  ): Compared => {
    const others = groups?.largestOther(record, position);
    if (members !== undefined && others !== undefined) {
      return {
        outcome: judged(() => members.median(position, value, others)),
        comparedWith: `median of ${others.length} like mementos`,
      };
    }
    if (references !== undefined && reference === "median") {
      return {
        outcome: judged(() => references.median(position, value)),
        comparedWith: `median of ${references.countFor(position)} mementos`,
      };
    }
    if (references !== undefined) {
      const found = guarded(() => references.medoid(position));
      const central = "problem" in found ? found : found.value;
      if ("problem" in central) return { outcome: central };
      return {
        outcome: judged(() => comparer.quick(central.value.value, value)),
        comparedWith: uriMs[central.value.position] ?? "",
      };
    }
    if (reference === "previous" && previous !== undefined) {
      const before = values.usable(planned, previous.record);
      if ("value" in before) {
        return {
          outcome: judged(() => comparer.quick(before.value, value)),
          comparedWith: uriMs[previous.position] ?? "",
        };
      }
    }
    if ("problem" in firstValue) return { outcome: firstValue };
    return { outcome: judged(() => comparer.quick(firstValue.value, value)) };
  };
  return {
    value(memento, previous) {
      const value = values.prepared(planned, memento.record);
      return "problem" in value ? { outcome: value } : compare(memento, value.value, previous);
    },
  };
}

function valueOfFirst(
  planned: PlannedMeasure,
  values: Values,
  first: FeatureRecord | undefined,
): Outcome<unknown> {
  const value: Outcome<unknown> =
    first === undefined
      ? { problem: { stage: "score", message: "no memento of this TimeMap is usable" } }
      : values.usable(planned, first);
  if ("value" in value) return value;
  const message = `the first memento cannot be compared with: ${value.problem.message}`;
  return { problem: { stage: "score", message } };
}
