import { attempt, messageOf } from "../errors.js";
import type { RecordGroup } from "../pipeline/groups.js";
import { measureSettings } from "../settings/measure-options.js";
import type {
  BoundedScore,
  FeatureRecord,
  MeasureResult,
  Outcome,
  Problem,
  Reference,
  Score,
  Settings,
} from "../types.js";
import { type Comparer, Comparers, type Values, type ValuesContext } from "./compare.js";
import { chooseWitnesses, fewestWitnesses, median, medoid, topicStatus } from "./decide.js";
import type { PlannedMeasure } from "./plan.js";

/** A score that is no number is a problem here, in one place, and never reaches the output. */
export function judge(given: number | BoundedScore, { measure, choice }: PlannedMeasure): Score {
  const { score, bound } = typeof given === "number" ? { score: given, bound: undefined } : given;
  if (!Number.isFinite(score)) {
    throw new RangeError(`${measure.title} is not defined for these two mementos`);
  }
  const status = topicStatus(score, choice);
  // Minus zero would be written as "-0" by some writers and as "0" by others.
  return {
    score: score === 0 ? 0 : score,
    bound,
    topicStatus: status,
  };
}
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
/** A memento with its place in the TimeMap. */
export interface Placed {
  readonly record: FeatureRecord;
  readonly position: number;
}

/** Gives all measures and witnesses one shape: a function from a memento to a result. */
export interface Scorer {
  readonly planned: PlannedMeasure;
  /** Set when nothing can be scored. */
  readonly problem?: Problem;
  /** `previous` is the last memento judged on-topic, if any. */
  score(memento: Placed, previous: Placed | undefined): MeasureResult;
  /** Stands for the score of a memento that is off-topic already (`--short-circuit`). */
  skip(): MeasureResult;
}

/** What a memento was compared with: its outcome, and its name where it is not the first memento. */
interface Compared {
  readonly outcome: MeasureResult["outcome"];
  readonly comparedWith?: string;
}

/** The scorers of a TimeMap, one for each measure of the plan. */
export function makeScorers(
  group: RecordGroup,
  first: FeatureRecord | undefined,
  uriMs: readonly string[],
  values: Values,
  { plan, settings }: ValuesContext,
): Scorer[] {
  const comparers = new Comparers(group, values, settings);
  return plan.measures.map((planned) => {
    try {
      return new ScorerMaker(planned, group, first, uriMs, values, settings, comparers).make();
    } catch (cause) {
      const message = `${planned.measure.title} of this TimeMap: ${messageOf(cause)}`;
      return failing(planned, settings, { stage: "score", message });
    }
  });
}

function failing(planned: PlannedMeasure, settings: Settings, problem: Problem): Scorer {
  const result = resultOf(planned, settings, { outcome: { problem } });
  return { planned, problem, score: () => result, skip: () => skipped(planned, settings) };
}

function resultOf(
  { choice, measure }: PlannedMeasure,
  settings: Settings,
  compared: Compared,
): MeasureResult {
  return {
    name: choice.name,
    flags: measure.flags(measureSettings(settings, choice)),
    ...compared,
  };
}

const skipped = (planned: PlannedMeasure, settings: Settings): MeasureResult =>
  resultOf(planned, settings, { outcome: { skipped: "short-circuit" } });

class ScorerMaker {
  readonly #planned: PlannedMeasure;
  readonly #group: RecordGroup;
  readonly #reference: Outcome<unknown>;
  readonly #uriMs: readonly string[];
  readonly #values: Values;
  readonly #settings: Settings;
  readonly #comparers: Comparers;

  constructor(
    planned: PlannedMeasure,
    group: RecordGroup,
    first: FeatureRecord | undefined,
    uriMs: readonly string[],
    values: Values,
    settings: Settings,
    comparers: Comparers,
  ) {
    this.#planned = planned;
    this.#group = group;
    this.#uriMs = uriMs;
    this.#values = values;
    this.#settings = settings;
    this.#comparers = comparers;
    this.#reference =
      first === undefined
        ? { problem: { stage: "score", message: "no memento of this TimeMap is usable" } }
        : values.usable(planned, first);
  }

  make(): Scorer {
    const planned = this.#planned;
    const settings = this.#settings;
    const reference: Reference = planned.choice.reference ?? "first";
    const witnesses = this.#witnesses(reference);
    if ("problem" in this.#reference && reference !== "previous" && witnesses === undefined) {
      const problem: Problem = {
        stage: "score",
        message: `the first memento cannot be compared with: ${this.#reference.problem.message}`,
      };
      return failing(planned, settings, problem);
    }
    const comparer = this.#comparers.of(planned);
    return {
      planned,
      skip: () => skipped(planned, settings),
      score: (memento, previous) => {
        const value = this.#values.prepared(planned, memento.record);
        const compared =
          "problem" in value
            ? { outcome: value }
            : this.#compare(memento, value.value, { reference, witnesses, previous, comparer });
        return resultOf(planned, settings, compared);
      },
    };
  }

  #witnesses(reference: Reference): Witnesses | undefined {
    if (reference !== "median" && reference !== "medoid") return undefined;
    const comparer = this.#comparers.of(this.#planned);
    return Witnesses.among(this.#group, this.#planned, this.#values, comparer);
  }

  #compare(
    { position }: Placed,
    value: unknown,
    how: {
      readonly reference: Reference;
      readonly witnesses: Witnesses | undefined;
      readonly previous: Placed | undefined;
      readonly comparer: Comparer;
    },
  ): Compared {
    const { witnesses, previous, comparer } = how;
    const judged = (compute: () => Parameters<typeof judge>[0]): MeasureResult["outcome"] =>
      attempt("score", () => judge(compute(), this.#planned));
    if (how.reference === "median" && witnesses !== undefined) {
      return {
        outcome: judged(() => witnesses.median(position, value)),
        comparedWith: `median of ${witnesses.countFor(position)} mementos`,
      };
    }
    if (how.reference === "medoid" && witnesses !== undefined) {
      const central = witnesses.medoid(position);
      if ("problem" in central) return { outcome: central };
      return {
        outcome: judged(() => comparer.quick(central.value.value, value)),
        comparedWith: this.#uriMs[central.value.position] ?? "",
      };
    }
    if (how.reference === "previous" && previous !== undefined) {
      const before = this.#values.usable(this.#planned, previous.record);
      const comparedWith = this.#uriMs[previous.position] ?? "";
      if ("value" in before)
        return { outcome: judged(() => comparer.quick(before.value, value)), comparedWith };
    }
    const first = this.#reference;
    if ("problem" in first) {
      const message = `the first memento cannot be compared with: ${first.problem.message}`;
      return { outcome: { problem: { stage: "score", message } } };
    }
    return { outcome: judged(() => comparer.quick(first.value, value)) };
  }
}
