import { topicStatus } from "../../decide/topic-status.js";
import type { BoundedScore, Score } from "../../types.js";
import type { PlannedMeasure } from "../plan.js";

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
    ...(bound !== undefined && { bound }),
    ...(status !== undefined && { topicStatus: status }),
  };
}
