import type { Outcome, TopicStatus } from "../../base/types.js";
import type { Sign } from "../../page/types.js";
import { rawFlags } from "../scoring/likeness.js";
import type { Comparison, MeasureChoice, Settings } from "../settings/types.js";
import type { BoundedScore, Measure, MeasureResult, ScoreEvidence } from "../types.js";

/** Reserved names in a memento's results: the learned combination, and votes that are not measures. */
export const COMBINED = "combined";

export const SIGNS_VOTE = "signs";

/** Sentence for people where no capture of a seed shows its page. */
export const NOTHING_TO_COMPARE = "no capture of the seed can be compared with";

/**
 * Saved results are read without the code of the evidence, so its names stand here. Results of 0.2 may have `elsewhere`.
 */
const ownVotes = new Set([SIGNS_VOTE, "elsewhere", "soft404"]);

/** Whether a vote is counted in addition to a learned combination: that of signs, or of evidence of the collection. */
export const isOwnVote = (name: string): boolean => ownVotes.has(name);

/**
 * Whether a measure has a vote among the results of a memento. Other measures beside a learned combination are only
 * reported.
 */
export function hasVote(name: string, among: Iterable<string>): boolean {
  if (name === COMBINED || isOwnVote(name)) return true;
  for (const other of among) if (other === COMBINED) return false;
  return true;
}

/**
 * Returns the overall topic status of a memento from the votes of its measures. It is off-topic if any measure votes so
 * (the paper's rule), or if all do, or more than half, or at least a given number. Measures that failed or have no
 * threshold do not vote. Returns undefined if no measure votes, or if fewer vote than the given number.
 */
export function overallStatus(
  results: readonly MeasureResult[],
  combine: Exclude<Settings["combine"], "learned"> = "any",
): TopicStatus | undefined {
  const votes = results.flatMap(({ outcome }) =>
    "value" in outcome && outcome.value.topicStatus !== undefined
      ? [outcome.value.topicStatus]
      : [],
  );
  const { length } = votes;
  const needed =
    typeof combine === "number"
      ? combine
      : { any: 1, all: length, majority: Math.floor(length / 2) + 1 }[combine];
  if (length < Math.max(1, needed)) return undefined;
  const against = votes.filter((vote) => vote === "off-topic").length;
  return against >= needed ? "off-topic" : "on-topic";
}

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

/**
 * Returns the topic status of a score, or undefined if the measure has no threshold and therefore no vote. This is the
 * only place that compares the score of a measure with its threshold.
 */
export function topicStatus(
  score: number,
  { threshold, comparison }: Pick<MeasureChoice, "threshold" | "comparison">,
): TopicStatus | undefined {
  if (threshold === undefined) return undefined;
  const offTopic = {
    "<": score < threshold,
    "<=": score <= threshold,
    ">": score > threshold,
    ">=": score >= threshold,
  }[comparison];
  return offTopic ? "off-topic" : "on-topic";
}

/** Whether all scores within a bound have the same topic status, so that the score need not be computed. */
export function isDecidedBy(
  { score, bound }: BoundedScore,
  choice: Pick<MeasureChoice, "threshold" | "comparison">,
): boolean {
  const status = topicStatus(score, choice);
  if (status === undefined) return false;
  const lowIsOffTopic = choice.comparison === "<" || choice.comparison === "<=";
  return (status === "off-topic") === (lowIsOffTopic === (bound === "at most"));
}

export type ScoreScale = Pick<Measure, "range" | "equalScore">;

export interface ThresholdScale extends ScoreScale {
  readonly threshold: number;
  readonly comparison: Comparison;
}

/**
 * Returns both distances, rounded to six decimals. If the range has no off-topic end, the normalised one is `d / (d +
 * |threshold - equalScore|)`.
 */
export function thresholdDistance(
  score: number,
  { threshold, comparison, range: [low, high], equalScore }: ThresholdScale,
): Pick<ScoreEvidence, "distance" | "normalised"> {
  const towardsOn = comparison === "<" || comparison === "<=" ? 1 : -1;
  const distance = towardsOn * (score - threshold);
  const equal = towardsOn * (equalScore - threshold);
  const [onEnd, offEnd] = towardsOn > 0 ? [high, low] : [low, high];
  // With some thresholds equal mementos are off-topic. The on-topic extreme is then the end of the range.
  const end = distance < 0 ? offEnd : equal > 0 ? equalScore : onEnd;
  const width = Math.abs(end - threshold);
  const size = Math.abs(distance);
  const share = Number.isFinite(width) ? size / width : size / (size + Math.abs(equal));
  return {
    distance: rounded(distance),
    normalised: size === 0 ? 0 : rounded(Math.sign(distance) * Math.min(1, share)),
  };
}

/** Rounds to six decimals, beyond which differences of floating-point numbers are noise. Never returns minus zero. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 || 0;
