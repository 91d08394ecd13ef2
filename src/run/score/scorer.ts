import { messageOf } from "../../errors.js";
import type {
  FeatureRecord,
  MeasureResult,
  Outcome,
  Problem,
  Reference,
  Settings,
} from "../../types.js";
import { measureSettings } from "../../registry/measure-settings.js";
import { Comparers, type Comparer } from "./comparer.js";
import { attempt } from "../attempt.js";
import type { RecordGroup } from "../lines/groups.js";
import { judge } from "./judge.js";
import type { PlannedMeasure } from "../plan.js";
import type { ValuesContext, Values } from "./values.js";
import { Witnesses } from "./witnesses.js";

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
