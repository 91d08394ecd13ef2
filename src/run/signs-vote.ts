import type { MeasureResult, Sign } from "../types.js";

/** The name of the signs' own vote among the measures of a memento. */
export const SIGNS_VOTE = "signs";

/** The vote of a memento's signs: off-topic when the plainest is at least so strong. */
export function signsVote(signs: readonly Sign[], threshold: number): MeasureResult {
  const score = signs[0]?.strength ?? 0;
  return {
    name: SIGNS_VOTE,
    flags: { stemmed: false, tokenized: false, removedBoilerplate: false },
    outcome: { value: { score, topicStatus: score >= threshold ? "off-topic" : "on-topic" } },
  };
}
