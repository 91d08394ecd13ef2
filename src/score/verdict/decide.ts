import { exp, log } from "../../base/math/elementary.js";
import { hasImpossibleDate } from "../../base/possible-date.js";
import type { TopicStatus } from "../../base/types.js";
import type { FeatureRecord } from "../../page/types.js";
import type {
  Comparison,
  LearnedModel,
  MeasureChoice,
  ModelInput,
  Settings,
} from "../settings/types.js";
import type { BoundedScore, MeasureResult } from "../types.js";

/** Added to similarities before they are divided, so that quotients of values near 0 stay small. */
const floor = 0.01;
/**
 * The same for the logarithmic scale. Similarities below this value carry no information, because any two pages share a
 * few words.
 */
const logFloor = 0.05;

interface ScoreScale {
  readonly range: readonly [min: number, max: number];
  readonly equalScore: number;
}

/**
 * Returns how far a score is from the score of equal mementos, as a share of the range from 0 to 1. An infinite range
 * counts as 1.
 */
export function distanceOf(score: number, { range: [low, high], equalScore }: ScoreScale): number {
  const width = high - low;
  return unit(Math.abs(score - equalScore) / (Number.isFinite(width) && width > 0 ? width : 1));
}

/**
 * Returns how much less similar a memento is to its reference mementos than is usual in its TimeMap. 0 means as similar
 * as usual or more, and 1 means not similar at all.
 */
export function relativeDistance(distance: number, usual: number): number {
  return unit(1 - (1 - distance + floor) / (1 - usual + floor));
}

/**
 * Returns `distanceOf` on a logarithmic scale: 0 for equal mementos, 1 for mementos with nothing in common, and half
 * for a similarity of a sixth. A redesigned page keeps some of its similarity, and a different page keeps none, but the
 * linear scale hardly separates the two. On one half of the labelled histories, 25 of 33 false alarms with the linear
 * scale came from the redesign of one page.
 */
export function logDistance(distance: number): number {
  return logRelativeDistance(distance, 0);
}

/**
 * Returns `relativeDistance` on a logarithmic scale: the ratio of the usual similarity to the similarity of the
 * memento, from 0 to 1.
 */
export function logRelativeDistance(distance: number, usual: number): number {
  const ratio = (1 - usual + logFloor) / (1 - distance + logFloor);
  return unit(log(ratio) / log((1 + logFloor) / logFloor));
}

/**
 * Returns the loss that a growth means on a logarithmic scale: 0 for no loss, and 1 if a hundredth or less is left. A
 * growth of -1 means that nothing is left.
 */
export function shortfall(growth: number): number {
  return unit(-log(Math.max(0.01, 1 + growth)) / log(100));
}

/**
 * Returns the strength of a sign on a scale that separates strong signals from others: `-ln(1 - strength) / 3`, 0 to 1.
 */
export function signWeight(strength: number): number {
  return unit(-log(1 - Math.min(0.99, strength)) / 3);
}

export const cutOf = (
  { threshold, cuts }: Pick<LearnedModel, "threshold" | "cuts">,
  seedsFrom: Settings["seedsFrom"],
): number => (seedsFrom === "web" ? (cuts?.web ?? threshold) : threshold);

export function probability(
  model: Pick<LearnedModel, "bias" | "inputs">,
  value: (input: ModelInput, at: number) => number | undefined,
): number {
  let sum = model.bias;
  for (const [at, input] of model.inputs.entries())
    sum += input.weight * (value(input, at) ?? input.missing);
  return 1 / (1 + exp(-sum));
}

/**
 * Returns a substitute for a missing score of a page that consists of text only: the weighted mean of the memento's
 * other scores in the same form. The model's `missing` would not do, because it is the value of typical pages. Returns
 * undefined if there is no other score.
 */
export function fromLikeScores(
  { inputs }: Pick<LearnedModel, "inputs">,
  { as }: ModelInput,
  value: (at: number) => number | undefined,
): number | undefined {
  if (as === "value") return undefined;
  let [sum, weights] = [0, 0];
  for (const [at, input] of inputs.entries()) {
    const known = input.as === as ? value(at) : undefined;
    if (known === undefined) continue;
    sum += input.weight * known;
    weights += input.weight;
  }
  return weights === 0 ? undefined : sum / weights;
}

/** Whether an input compares titles, which pages of text only do not have. */
export const isOfTitle = ({ of: name }: ModelInput): boolean => name.startsWith("title@");

const unit = (value: number): number => Math.min(1, Math.max(0, value));
/** Reserved names in a memento's results: the learned combination, and votes that are not measures. */
export const COMBINED = "combined";
export const SIGNS_VOTE = "signs";
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
  const needed = votesNeeded(combine, votes.length);
  if (votes.length < Math.max(1, needed)) return undefined;
  const against = votes.filter((vote) => vote === "off-topic").length;
  return against >= needed ? "off-topic" : "on-topic";
}

function votesNeeded(combine: Exclude<Settings["combine"], "learned">, votes: number): number {
  if (typeof combine === "number") return combine;
  return { any: 1, all: votes, majority: Math.floor(votes / 2) + 1 }[combine];
}

const answered2xx = (record: FeatureRecord): boolean => {
  const { status } = record.capture;
  // Resource records and captures without headers have no status, because the page itself was saved.
  return status === undefined ? record.problem === undefined : status >= 200 && status < 300;
};

const isDated = ({ capture }: FeatureRecord): boolean => !hasImpossibleDate(capture);

/**
 * Returns the position of the first memento among the records of a TimeMap, oldest first. This is the earliest memento
 * with a 2xx status or, if there is none, the earliest of all. The rule `earliest` of profile `otmt-1.0.5` ignores the
 * status. The rule `usable` chooses the earliest memento for which `isUsable` is true, and returns -1 if there is none.
 * A memento whose date cannot be right is only chosen if there is no other, or by `earliest`. Among the mementos with a
 * 2xx status, one for which `isWhole` is true comes before the others.
 */
export function firstMemento(
  records: Iterable<FeatureRecord>,
  rule: Settings["first"],
  isUsable: (record: FeatureRecord) => boolean,
  isWhole: (record: FeatureRecord) => boolean = () => true,
): number {
  if (rule === "earliest") return 0;
  // The records of a long TimeMap are read from disk, so they are looked at once.
  let first = -1;
  let least = Infinity;
  let hasDated = false;
  let position = 0;
  for (const record of records) {
    hasDated ||= isDated(record);
    const rank = rankOf(record, isWhole);
    if (rank < least && (rule !== "usable" || isUsable(record))) [first, least] = [position, rank];
    if (least === 0) return first;
    position += 1;
  }
  return hasDated && least > UNANSWERED ? -1 : first;
}

/** Rank of a memento with a possible date that did not answer with a 2xx status. */
const UNANSWERED = 2;

/** Returns how little a memento is fit to be the first one, from 0. */
function rankOf(record: FeatureRecord, isWhole: (record: FeatureRecord) => boolean): number {
  // Nothing can be compared with a capture that was not read.
  if (record.capture.inferredFrom !== undefined) return Infinity;
  const isAnswer = answered2xx(record);
  if (!isDated(record)) return isAnswer ? 3 : 4;
  if (!isAnswer) return UNANSWERED;
  return isWhole(record) ? 0 : 1;
}

/** Threshold with the range of its measure and the score of equal mementos. */
export interface ThresholdScale extends ScoreScale {
  readonly threshold: number;
  readonly comparison: Comparison;
}

/**
 * `distance` is in units of the score, positive on the on-topic side. `normalised` is 1 at the score of equal mementos,
 * 0 at the threshold and -1 at the off-topic end of the range. If the range has no such end, it is `d / (d + |threshold
 * - equalScore|)`. Both are rounded to six decimals.
 */
export function thresholdDistance(
  score: number,
  { threshold, comparison, range: [low, high], equalScore }: ThresholdScale,
): { readonly distance: number; readonly normalised: number } {
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
/**
 * Returns the topic status of a score, or undefined if the measure has no threshold and therefore no vote. This is the
 * only place that compares a score with a threshold.
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
/**
 * If there are at most `allUpTo` mementos, all serve as reference mementos. Otherwise `spaced` evenly spaced mementos
 * do, so that the time is proportional to the length of the TimeMap.
 */
const allUpTo = 200;
const spaced = 64;
/** Minimum number of reference mementos for a median or medoid. */
export const fewestReferences = 3;

/**
 * Returns the mementos from which median and medoid are computed. They are chosen from the mementos that can be
 * compared, given by position in order of time.
 */
export function chooseReferences(positions: readonly number[]): readonly number[] {
  if (positions.length <= allUpTo) return positions;
  return Array.from(
    { length: spaced },
    (_, at) => positions[Math.round((at * (positions.length - 1)) / (spaced - 1))]!,
  );
}

/**
 * Returns the median, which is the mean of the middle two for an even number of values. Returns undefined for an empty
 * list.
 */
export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Returns the index of the most central reference memento, which has the least mean distance to the others. In a tie it
 * is the earliest. The memento at index `but` is ignored. `distance` returns undefined for two mementos that cannot be
 * compared. Returns -1 if no two can be compared.
 */
export function medoid(
  mementos: number,
  distance: (one: number, other: number) => number | undefined,
  but: number,
): number {
  let best = -1;
  let least = Infinity;
  for (let one = 0; one < mementos; one += 1) {
    if (one === but) continue;
    let sum = 0;
    let count = 0;
    for (let other = 0; other < mementos; other += 1) {
      if (other === one || other === but) continue;
      const value = distance(one, other);
      if (value === undefined) continue;
      sum += value;
      count += 1;
    }
    if (count > 0 && sum / count < least) {
      least = sum / count;
      best = one;
    }
  }
  return best;
}
