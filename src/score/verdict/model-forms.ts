import { exp, log } from "../../base/math/elementary.js";
import type { InputForm, LearnedModel, ModelInput, Settings } from "../settings/types.js";
import type { ScoreScale } from "./decide.js";

/** Added to similarities before they are divided, so that quotients of values near 0 stay small. */
const floor = 0.01;

/**
 * The same for the logarithmic scale. Similarities below this value carry no information, because any two pages share a
 * few words.
 */
const logFloor = 0.05;

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
export const relativeDistance = (distance: number, usual: number): number =>
  unit(1 - (1 - distance + floor) / (1 - usual + floor));

/**
 * Returns `relativeDistance` on a logarithmic scale: the ratio of the usual similarity to the similarity of the
 * memento, from 0 to 1.
 */
export function logRelativeDistance(distance: number, usual: number): number {
  const ratio = (1 - usual + logFloor) / (1 - distance + logFloor);
  return unit(log(ratio) / log((1 + logFloor) / logFloor));
}

/**
 * Returns `distanceOf` on a logarithmic scale: 0 for equal mementos, 1 for mementos with nothing in common, and half
 * for a similarity of a sixth. A redesigned page keeps some of its similarity, and a different page keeps none, but the
 * linear scale hardly separates the two. On one half of the labelled histories, 25 of 33 false alarms with the linear
 * scale came from the redesign of one page.
 */
export const logDistance = (distance: number): number => logRelativeDistance(distance, 0);

/**
 * Returns the loss that a growth means on a logarithmic scale: 0 for no loss, and 1 if a hundredth or less is left. A
 * growth of -1 means that nothing is left.
 */
export const shortfall = (growth: number): number =>
  unit(-log(Math.max(0.01, 1 + growth)) / log(100));

/**
 * Returns the strength of a sign on a scale that separates strong signals from others: `-ln(1 - strength) / 3`, 0 to 1.
 */
export const signWeight = (strength: number): number =>
  unit(-log(1 - Math.min(0.99, strength)) / 3);

const unit = (value: number): number => Math.min(1, Math.max(0, value));

/** The mark of each form in the names of inputs in results, and the number that the regression reads. */
const INPUT_FORMS: Readonly<
  Record<InputForm, readonly [mark: string, read: (value: number, usual: number) => number]>
> = {
  distance: [" d", (distance) => distance],
  relative: [" r", relativeDistance],
  "log-distance": [" ld", logDistance],
  "log-relative": [" lr", logRelativeDistance],
  shortfall: [" s", shortfall],
  value: ["", (value) => value],
};

/**
 * Returns the value of an input in the form that the regression reads; `usual` is the median over the believed
 * mementos.
 */
export function inputValue(
  as: InputForm,
  value: number | undefined,
  usual: number | undefined,
): number | undefined {
  const isRelative = as === "relative" || as === "log-relative";
  if (value === undefined || (isRelative && usual === undefined)) return undefined;
  return INPUT_FORMS[as][1](value, usual ?? 0);
}

/** Returns the name of a model's input in results: `cosine@median lr`, `signs`. */
export const inputName = ({ of: name, as }: Pick<ModelInput, "of" | "as">): string =>
  `${name}${INPUT_FORMS[as][0]}`;

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
