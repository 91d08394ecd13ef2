import { attempt, nameOf } from "../../base/failures.js";
import type { Outcome, Problem } from "../../base/types.js";
import type { FeatureRecord } from "../../page/types.js";
import type { Trust } from "../evidence/page-itself.js";
import type { PlannedMeasure } from "../settings/plan.js";
import type { BoundedScore, MeasureResult, Score } from "../types.js";
import { topicStatus } from "../verdict/decide.js";
import { comparerOf, type Values } from "./values.js";
import { type AllReferences, checked } from "./references.js";

export interface PlacedRecord {
  readonly record: FeatureRecord;
  readonly position: number;
}

/** Common form of all measures with any reference mementos: a function from a memento to a result. */
export interface Scorer {
  readonly planned: PlannedMeasure;
  /** Set if the measure cannot compare any memento. */
  readonly problem?: Problem | undefined;
  /** Scores a memento; `previous` is the last memento judged on-topic, if any. */
  score(memento: PlacedRecord, previous: PlacedRecord | undefined): MeasureResult;
}

interface Compared {
  readonly first: FeatureRecord | undefined;
  /** All mementos from which the median, the medoid and the groups are chosen. */
  readonly all: AllReferences;
  /** Mementos with which the learned combination compares others. Set if the run has one. */
  readonly trust: Trust | undefined;
}

export function makeScorer(
  planned: PlannedMeasure,
  values: Values,
  { all, trust, first: firstMemento }: Compared,
  uriMs: readonly string[],
): Scorer {
  const { choice, measure, flags } = planned;
  const { name, reference } = choice;
  const guarded = <T>(compute: () => T, undefinedText: (why: string) => string): Outcome<T> => {
    const asked = { stage: "score", what: nameOf("measure", measure) } as const;
    const outcome = attempt(asked, compute, values.onFailure);
    if ("value" in outcome || outcome.problem.failed !== undefined) return outcome;
    return { problem: { stage: "score", message: undefinedText(outcome.problem.message) } };
  };
  const isTrusting = choice.asInput === true && trust !== undefined;
  const trusted = trust?.first === undefined ? undefined : values.group.at(trust.first);
  const first = valueOfFirst(planned, values, isTrusting ? trusted : firstMemento);
  const start = guarded(
    () => {
      const others = reference === "median" || reference === "medoid" ? all.of(planned) : undefined;
      const isIdle = "problem" in first && others === undefined && reference !== "previous";
      return isIdle ? undefined : { others, comparer: comparerOf(planned, values) };
    },
    (why) => `${measure.title} of this TimeMap: ${why}`,
  );
  const tools = "value" in start ? start.value : undefined;
  if (tools === undefined) {
    const { problem } = "problem" in start ? start : (first as { readonly problem: Problem });
    return { planned, problem, score: () => ({ name, flags, outcome: { problem } }) };
  }

  const { others, comparer } = tools;
  const against = <T>(compute: () => T): Outcome<T> =>
    guarded(compute, (why) =>
      why === "" ? `${measure.title} is not defined for these two mementos` : why,
    );
  const judged = (compute: () => number | BoundedScore): Outcome<Score> =>
    against(() => scoreOf(compute(), planned));

  /** Returns the outcome of a comparison, and the name of the reference memento if it is not the first one. */
  const compare = (
    position: number,
    value: unknown,
    previous: PlacedRecord | undefined,
  ): readonly [outcome: Outcome<Score>, comparedWith?: string] => {
    const count = others?.countFor(position) ?? 0;
    // If only one memento is believed, it cannot be compared with another believed memento.
    if (others !== undefined && !(isTrusting && count === 0)) {
      if (reference === "median") {
        return [judged(() => others.median(position, value)), `median of ${count} mementos`];
      }
      const central = against(() => others.medoid(position));
      if ("problem" in central) return [central];
      const { value: other, position: at } = central.value;
      return [judged(() => comparer.quick(other, value)), uriMs[at] ?? ""];
    }
    if (reference === "previous" && previous !== undefined) {
      const before = values.nonEmptyInput(planned, previous.record);
      if ("value" in before) {
        return [judged(() => comparer.quick(before.value, value)), uriMs[previous.position] ?? ""];
      }
    }
    return ["problem" in first ? first : judged(() => comparer.quick(first.value, value))];
  };
  return {
    planned,
    score({ record, position }, previous) {
      const value = values.preparedInput(planned, record);
      if ("problem" in value) return { name, flags, outcome: value };
      const [outcome, comparedWith] = compare(position, value.value, previous);
      return { name, flags, outcome, comparedWith };
    },
  };
}

function scoreOf(given: number | BoundedScore, { measure, choice }: PlannedMeasure): Score {
  // A plug-in may return anything.
  const { score: number, bound } =
    typeof given === "object" && "bound" in given ? given : { score: given, bound: undefined };
  const score = checked(number, measure);
  // Removes the sign of minus zero, which some writers would write as "-0" and others as "0".
  return { score: score === 0 ? 0 : score, bound, topicStatus: topicStatus(score, choice) };
}

function valueOfFirst(
  planned: PlannedMeasure,
  values: Values,
  first: FeatureRecord | undefined,
): Outcome<unknown> {
  const value: Outcome<unknown> =
    first === undefined
      ? { problem: { stage: "score", message: "no memento of this TimeMap is usable" } }
      : values.nonEmptyInput(planned, first);
  if ("value" in value) return value;
  const message = `the first memento cannot be compared with: ${value.problem.message}`;
  return { problem: { stage: "score", message } };
}
