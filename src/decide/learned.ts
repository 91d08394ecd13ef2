import type { LearnedModel, ModelInput } from "../types.js";

/** Added to likenesses before one is divided by another, so that nearly nothing stays nearly nothing. */
const floor = 0.01;
/** The same on the scale of ratios, where less likeness than this says no more: a few words that any two pages share. */
const logFloor = 0.05;

/** What a score is measured by: its measure's range and the score of equal mementos. */
export interface Scale {
  readonly range: readonly [min: number, max: number];
  readonly equalScore: number;
}

/** How far a score is from that of equal mementos, as a share of the range: 0 to 1. An endless range counts as 1. */
export function distanceOf(score: number, { range: [low, high], equalScore }: Scale): number {
  const width = high - low;
  return unit(Math.abs(score - equalScore) / (Number.isFinite(width) && width > 0 ? width : 1));
}

/** How much less like its witnesses a memento is than is usual in its TimeMap: 0 (as usual or more) to 1. */
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

/** `relativeDistance` on a scale of ratios: how many times less like its witnesses a memento is than is usual, 0 to 1. */
export function logRelativeDistance(distance: number, usual: number): number {
  const ratio = (1 - usual + logFloor) / (1 - distance + logFloor);
  return unit(Math.log(ratio) / Math.log((1 + logFloor) / logFloor));
}

/** The strength of a sign on a scale on which strong signals stand out: `-ln(1 - strength) / 3`, 0 to 1. */
export function signWeight(strength: number): number {
  return unit(-Math.log(1 - Math.min(0.99, strength)) / 3);
}

/** The probability that a memento is off-topic: logistic regression over the values of a model's inputs. */
export function probability(
  model: Pick<LearnedModel, "bias" | "inputs">,
  value: (input: ModelInput, at: number) => number | undefined,
): number {
  let sum = model.bias;
  for (const [at, input] of model.inputs.entries())
    sum += input.weight * (value(input, at) ?? input.missing);
  return 1 / (1 + Math.exp(-sum));
}

const unit = (value: number): number => Math.min(1, Math.max(0, value));
