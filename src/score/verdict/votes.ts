import type { Outcome } from "../../base/types.js";
import type { Sign } from "../../page/types.js";
import type { MeasureResult } from "../types.js";
import { rawFlags } from "../scoring/likeness.js";
import { SIGNS_VOTE } from "./decide.js";

/**
 * Returns the vote of a memento's signs, which is off-topic if the strongest sign is at least `threshold`. There is no
 * vote if the signs could not be read.
 */
export function signsVote(signs: Outcome<readonly Sign[]>, threshold: number): MeasureResult {
  const facts = { name: SIGNS_VOTE, flags: rawFlags() };
  if ("problem" in signs) return { ...facts, outcome: signs };
  const score = signs.value[0]?.strength ?? 0;
  const topicStatus = score >= threshold ? "off-topic" : "on-topic";
  return { ...facts, outcome: { value: { score, topicStatus } } };
}
