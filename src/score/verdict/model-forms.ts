import { exp, log } from "../../base/math/elementary.js";
import type { LearnedModel, ModelInput, Settings } from "../settings/types.js";
import type { ScoreScale } from "./threshold-distance.js";

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

/**
 * Returns the value of an input in the form that the regression reads; `usual` is the median over the believed
 * mementos.
 */
export function inputValue(
  as: ModelInput["as"],
  value: number | undefined,
  usual: number | undefined,
): number | undefined {
  if (value === undefined || Number.isNaN(value)) return undefined;
  if (as === "log-distance") return logDistance(value);
  if (as === "shortfall") return shortfall(value);
  if (as === "distance" || as === "value") return value;
  if (usual === undefined) return undefined;
  return (as === "relative" ? relativeDistance : logRelativeDistance)(value, usual);
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

const SHORT_FORMS = {
  distance: " d",
  relative: " r",
  "log-distance": " ld",
  "log-relative": " lr",
  shortfall: " s",
  value: "",
} as const;

/** Returns the name of a model's input in results: `cosine@median lr`, `signs`. */
export const inputName = ({ of: name, as }: Pick<ModelInput, "of" | "as">): string =>
  `${name}${SHORT_FORMS[as]}`;
