import { exp, log } from "../base/math/elementary.js";
import type { TopicStatus } from "../base/types.js";
import type { FeatureRecord } from "../page/types.js";
import type {
  Comparison,
  LearnedModel,
  MeasureChoice,
  ModelInput,
  Settings,
} from "./settings/types.js";
import type { BoundedScore, MeasureResult, MementoResult } from "./types.js";

/** The forms in which a model reads a score: see docs/decision.md. */
export const inputForms = [
  "distance",
  "relative",
  "log-distance",
  "log-relative",
  "shortfall",
  "value",
] as const satisfies readonly ModelInput["as"][];

/** Added to likenesses before one is divided by another, so that nearly nothing stays nearly nothing. */
const floor = 0.01;
/** The same on the scale of ratios, where less likeness than this says no more: a few words that any two pages share. */
const logFloor = 0.05;

/** What a score is measured by: its measure's range and the score of equal mementos. */
interface Scale {
  readonly range: readonly [min: number, max: number];
  readonly equalScore: number;
}

/** How far a score is from that of equal mementos, as a share of the range: 0 to 1. An endless range counts as 1. */
export function distanceOf(score: number, { range: [low, high], equalScore }: Scale): number {
  const width = high - low;
  return unit(Math.abs(score - equalScore) / (Number.isFinite(width) && width > 0 ? width : 1));
}

/** How much less like its reference mementos a memento is than is usual in its TimeMap: 0 (as usual or more) to 1. */
export function relativeDistance(distance: number, usual: number): number {
  return unit(1 - (1 - distance + floor) / (1 - usual + floor));
}

/**
 * `distanceOf` on a scale of ratios: 0 for equal mementos, 1 for those with nothing in common, half for a likeness of a
 * sixth. A page in a new design keeps some of its likeness, another page none: as shares of the range the two are close.
 */
export function logDistance(distance: number): number {
  return logRelativeDistance(distance, 0);
}

/** `relativeDistance` on a scale of ratios: how many times less like its reference mementos a memento is than is usual, 0 to 1. */
export function logRelativeDistance(distance: number, usual: number): number {
  const ratio = (1 - usual + logFloor) / (1 - distance + logFloor);
  return unit(log(ratio) / log((1 + logFloor) / logFloor));
}

/** How many times less there is, of a growth (-1: nothing is left): 0 for as much or more, 1 for a hundredth or less. */
export function shortfall(growth: number): number {
  return unit(-log(Math.max(0.01, 1 + growth)) / log(100));
}

/** The strength of a sign on a scale on which strong signals stand out: `-ln(1 - strength) / 3`, 0 to 1. */
export function signWeight(strength: number): number {
  return unit(-log(1 - Math.min(0.99, strength)) / 3);
}

/** The probability that a memento is off-topic: logistic regression over the values of a model's inputs. */
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
 * What stands for a missing score of a page that is no more than its text: the mean of those of the same form that the memento
 * has, by their weights. What pages usually have, the model's `missing`, says nothing there. Undefined where it has none.
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

/** Whether an input compares titles, which a page has that is more than its text. */
export const isOfTitle = ({ of: name }: ModelInput): boolean => name.startsWith("title@");

const unit = (value: number): number => Math.min(1, Math.max(0, value));
/** Names among the measures of a memento: of the learned combination, and of votes that are not of a measure. */
export const COMBINED = "combined";
export const SIGNS_VOTE = "signs";
export const ELSEWHERE_VOTE = "elsewhere";
const OWN_VOTES: ReadonlySet<string> = new Set([SIGNS_VOTE, ELSEWHERE_VOTE]);

/** Whether a vote stands beside a learned combination: of the signs, or of where else a text stands. */
export const isOwnVote = (name: string): boolean => OWN_VOTES.has(name);

/** Whether a measure has a vote among those of a memento: beside a learned combination the others are only reported. */
export function hasVote(name: string, among: Iterable<string>): boolean {
  if (name === COMBINED || isOwnVote(name)) return true;
  for (const other of among) if (other === COMBINED) return false;
  return true;
}

/**
 * The overall topic status of a memento from the votes of its measures: off-topic when any measure says so (the paper's
 * rule), when all, more than half, or at least so many of those that voted do. Measures that failed or have no
 * threshold have no vote; undefined when none voted, or fewer than the number asked for.
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

/**
 * Whether a memento is off-topic whatever is still to come: its measures so far have off-topic votes enough, of
 * `voters` that may vote in all.
 */
export function isFinallyOff(
  results: readonly MeasureResult[],
  combine: Exclude<Settings["combine"], "learned">,
  voters: number,
): boolean {
  const against = results.filter(
    ({ outcome }) => "value" in outcome && outcome.value.topicStatus === "off-topic",
  );
  return against.length >= votesNeeded(combine, voters);
}

function votesNeeded(combine: Exclude<Settings["combine"], "learned">, votes: number): number {
  if (typeof combine === "number") return combine;
  return { any: 1, all: votes, majority: Math.floor(votes / 2) + 1 }[combine];
}

/**
 * The result of a memento as thresholds and votes of other settings have it; its scores stay. For settings without a
 * learned combination and without the topic of a collection.
 */
export function judgedAgain(before: MementoResult, { measures, combine }: Settings): MementoResult {
  // The pattern of its TimeMap is that of other verdicts.
  const result = { ...before, pattern: undefined };
  if (result.problem !== undefined || combine === "learned") return result;
  const judged = result.measures.map((own): MeasureResult => {
    const choice = measures.find(({ name }) => name === own.name);
    if (choice === undefined || !("value" in own.outcome)) return own;
    const { value } = own.outcome;
    return {
      ...own,
      outcome: { value: { ...value, topicStatus: topicStatus(value.score, choice) } },
    };
  });
  return { ...result, measures: judged, overall: overallStatus(judged, combine) };
}

const answered2xx = (record: FeatureRecord): boolean => {
  const { status } = record.capture;
  // Resource records and header-less captures have no status: somebody saved the page itself.
  return status === undefined ? record.problem === undefined : status >= 200 && status < 300;
};

/**
 * Position of the first memento among the records of one TimeMap, oldest first. It is the earliest
 * answered 2xx, or where there is none the earliest; profile `otmt-1.0.5` takes the earliest of any status; `usable`
 * takes the earliest for which `isUsable` holds, or -1 when there is none.
 */
export function firstMemento(
  records: Iterable<FeatureRecord>,
  rule: Settings["first"],
  isUsable: (record: FeatureRecord) => boolean,
): number {
  if (rule === "earliest") return 0;
  let position = 0;
  for (const record of records) {
    if (answered2xx(record) && (rule !== "usable" || isUsable(record))) return position;
    position += 1;
  }
  if (rule === "earliest-2xx") return 0;
  position = 0;
  for (const record of records) {
    if (isUsable(record)) return position;
    position += 1;
  }
  return -1;
}
/** A threshold with the range of its measure and the score of equal mementos. */
export interface ThresholdScale extends Scale {
  readonly threshold: number;
  readonly comparison: Comparison;
}

/**
 * How a score lies to its threshold. `distance`: in units of the score, above 0 on the on-topic side. `normalised`: 1 is
 * the score of equal mementos, 0 the threshold, -1 the off-topic end of the range; where that is endless,
 * `d / (d + |threshold - equalScore|)`. Both are rounded to six decimals.
 */
export function thresholdDistance(
  score: number,
  { threshold, comparison, range: [low, high], equalScore }: ThresholdScale,
): { readonly distance: number; readonly normalised: number } {
  const towardsOn = comparison === "<" || comparison === "<=" ? 1 : -1;
  const distance = towardsOn * (score - threshold);
  const equal = towardsOn * (equalScore - threshold);
  const [onEnd, offEnd] = towardsOn > 0 ? [high, low] : [low, high];
  // Conventions exist that call equal mementos off-topic: then the range's end is the on-topic extreme.
  const end = distance < 0 ? offEnd : equal > 0 ? equalScore : onEnd;
  const width = Math.abs(end - threshold);
  const size = Math.abs(distance);
  const share = Number.isFinite(width) ? size / width : size / (size + Math.abs(equal));
  return {
    distance: rounded(distance),
    normalised: size === 0 ? 0 : rounded(Math.sign(distance) * Math.min(1, share)),
  };
}

/** Six decimals: what is left of differences of doubles says nothing. Never minus zero. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6 || 0;
/**
 * The topic status that a score means, or undefined when the measure has no threshold and so no vote.
 * The only place where a score meets a threshold.
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

/** Whether every score within a bound has the same topic status as the bound itself, so that it need not be computed. */
export function isDecidedBy(
  { score, bound }: BoundedScore,
  choice: Pick<MeasureChoice, "threshold" | "comparison">,
): boolean {
  const status = topicStatus(score, choice);
  if (status === undefined) return false;
  const lowIsOffTopic = choice.comparison === "<" || choice.comparison === "<=";
  return (status === "off-topic") === (lowIsOffTopic === (bound === "at most"));
}
/** Up to this many mementos all are reference mementos; beyond it, so many evenly spaced ones. */
const allUpTo = 200;
const spaced = 64;
/** With fewer mementos there is no middle. */
export const fewestReferences = 3;

/** Of the mementos that can be compared with, given by position in order of time, those that median and medoid ask. */
export function chooseReferences(positions: readonly number[]): readonly number[] {
  if (positions.length <= allUpTo) return positions;
  return Array.from(
    { length: spaced },
    (_, at) => positions[Math.round((at * (positions.length - 1)) / (spaced - 1))]!,
  );
}

/** The median; of an even number of values the mean of the two in the middle. Undefined where there are none. */
export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * The most central of the reference mementos: the least mean distance to the others, the earliest of equals; `but`, a place among
 * them, neither chosen nor counted. `distance` is undefined where two cannot be compared. -1 when none can.
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
