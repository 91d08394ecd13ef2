import { SIGNS_VOTE } from "../../decide/overall.js";
import type { MeasureResult, Outcome, Score, Sign } from "../../types.js";

/** The vote of a memento's signs: off-topic when the strongest is at least this strong; none where they could not be read. */
export function signsVote(signs: Outcome<readonly Sign[]>, threshold: number): MeasureResult {
  return {
    name: SIGNS_VOTE,
    flags: { stemmed: false, tokenized: false, removedBoilerplate: false },
    outcome: "problem" in signs ? signs : { value: judged(signs.value, threshold) },
  };
}

function judged([strongest]: readonly Sign[], threshold: number): Score {
  const score = strongest?.strength ?? 0;
  return { score, topicStatus: score >= threshold ? "off-topic" : "on-topic" };
}
