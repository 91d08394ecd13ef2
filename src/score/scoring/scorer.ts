import { attempt, failedProblem, failureOf, nameOf, NotDefined } from "../../base/failures.js";
import { measureSettings } from "../settings/plan.js";
import type { Outcome, Problem } from "../../base/types.js";
import type { FeatureRecord } from "../../page/types.js";
import type { BoundedScore, MeasureResult, Score } from "../types.js";
import { comparerOf, type Values } from "./compare.js";
import { topicStatus } from "../verdict/decide.js";
import type { Names } from "../evidence/names.js";
import type { Trust } from "../evidence/page-itself.js";
import type { PlannedMeasure } from "../settings/plan.js";
import { type AllReferences, checked } from "./references.js";

function judge(given: number | BoundedScore, { measure, choice }: PlannedMeasure): Score {
  const isBound = typeof given === "object" && "bound" in given;
  const bound = isBound ? given.bound : undefined;
  const score = checked(isBound ? given.score : given, measure);
  // Removes the sign of minus zero, which some writers would write as "-0" and others as "0".
  return { score: score === 0 ? 0 : score, bound, topicStatus: topicStatus(score, choice) };
}
export interface PlacedRecord {
  readonly record: FeatureRecord;
  readonly position: number;
}

/** Outcome of a comparison, and the name of the reference memento if it is not the first one. */
type ComparedScore = Pick<MeasureResult, "outcome" | "comparedWith">;

/** Common form of all measures with any reference mementos: a function from a memento to a result. */
export interface Scorer {
  readonly planned: PlannedMeasure;
  readonly problem?: Problem;
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
  compared: Compared,
  uriMs: Names["uriMs"],
): Scorer {
  const { choice, measure } = planned;
  const facts = {
    name: choice.name,
    flags: measure.flags(measureSettings(values.settings, choice)),
  };
  const comparison = comparisonOf(planned, values, compared, uriMs);
  return {
    planned,
    problem: "problem" in comparison ? comparison.problem : undefined,
    score(memento, previous) {
      const { name, flags } = facts;
      if ("problem" in comparison) return { name, flags, outcome: comparison };
      const { outcome, comparedWith } = comparison.value(memento, previous);
      return { name, flags, outcome, comparedWith };
    },
  };
}

/** Returns a problem if the measure cannot compare any memento. */
function comparisonOf(
  planned: PlannedMeasure,
  values: Values,
  compared: Compared,
  uriMs: Names["uriMs"],
): Outcome<CompareMemento> {
  try {
    return planComparison(planned, values, compared, uriMs);
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

type CompareMemento = (memento: PlacedRecord, previous: PlacedRecord | undefined) => ComparedScore;

function planComparison(
  planned: PlannedMeasure,
  values: Values,
  { all, trust, first: firstMemento }: Compared,
  uriMs: Names["uriMs"],
): Outcome<CompareMemento> {
  const { choice, measure } = planned;
  const { reference } = choice;
  const isTrusting = choice.asInput === true && trust !== undefined;
  const trusted = trust?.first === undefined ? undefined : values.group.at(trust.first);
  const first = valueOfFirst(planned, values, isTrusting ? trusted : firstMemento);
  const isOfAll = reference === "median" || reference === "medoid";
  const others = isOfAll ? all.of(planned) : undefined;
  if ("problem" in first && others === undefined && reference !== "previous") return first;
  const comparer = comparerOf(planned, values);
  const guarded = <T>(compute: () => T): Outcome<T> => {
    const asked = { stage: "score", what: nameOf("measure", measure) } as const;
    const outcome = attempt(asked, compute, values.onFailure);
    if ("value" in outcome || outcome.problem.message !== "") return outcome;
    const message = `${measure.title} is not defined for these two mementos`;
    return { problem: { ...outcome.problem, message } };
  };
  const judged = (compute: () => number | BoundedScore): Outcome<Score> =>
    guarded(() => judge(compute(), planned));
  const against = (other: unknown, value: unknown): Outcome<Score> =>
    judged(() => comparer.quick(other, value));

  const compare = (
    position: number,
    value: unknown,
    previous: PlacedRecord | undefined,
  ): ComparedScore => {
    const count = others?.countFor(position) ?? 0;
    // If only one memento is believed, it cannot be compared with another believed memento.
    const isAlone = isTrusting && count === 0;
    if (others !== undefined && !isAlone && reference === "median") {
      return {
        outcome: judged(() => others.median(position, value)),
        comparedWith: `median of ${count} mementos`,
      };
    }
    if (others !== undefined && !isAlone) {
      const found = guarded(() => others.medoid(position));
      const central = "problem" in found ? found : found.value;
      if ("problem" in central) return { outcome: central };
      const { value: other, position: at } = central.value;
      return { outcome: against(other, value), comparedWith: uriMs[at] ?? "" };
    }
    if (reference === "previous" && previous !== undefined) {
      const before = values.nonEmptyInput(planned, previous.record);
      if ("value" in before) {
        const comparedWith = uriMs[previous.position] ?? "";
        return { outcome: against(before.value, value), comparedWith };
      }
    }
    return { outcome: "problem" in first ? first : against(first.value, value) };
  };
  return {
    value({ record, position }, previous) {
      const value = values.preparedInput(planned, record);
      return "problem" in value ? { outcome: value } : compare(position, value.value, previous);
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
      : values.nonEmptyInput(planned, first);
  if ("value" in value) return value;
  const message = `the first memento cannot be compared with: ${value.problem.message}`;
  return { problem: { stage: "score", message } };
}
