import { UsageError } from "../../base/errors.js";
import type { ReadText } from "../../base/value-kinds.js";
import type { LearnedModel } from "./model.js";

const RULES = ["any", "all", "majority", "learned"] as const;

/** Rule that combines votes into the overall status. A number is the minimum number of votes for off-topic. */
export type CombinationRule = (typeof RULES)[number] | number;

/** A rule, or the model of a learned combination; `learned` is the model of profile `default`. */
export type Combination = CombinationRule | LearnedModel;

/** Parses the value of `--combine`: `any`, `all`, `majority`, `learned`, `learned=FILE` or a number of votes. */
export async function parseCombination(
  text: string,
  _: string,
  read: ReadText,
): Promise<Combination> {
  const file = /^learned=(.*)$/su.exec(text)?.[1];
  if (file !== undefined) return (await import("./model.js")).parseModel(read(file), file);
  return requireCombination(/^[1-9]\d*$/u.test(text) ? Number(text) : (text as CombinationRule));
}

export function requireCombination(given: Combination): Combination {
  const isNumber = Number.isInteger(given) && Number(given) > 0 && Number(given) < 1000;
  if (isNumber || RULES.some((rule) => rule === given)) return given;
  const isObject = typeof given === "object";
  if (isObject && Object.hasOwn(given, "inputs")) return given;
  const what = isObject ? "an object that parseModel has not made" : JSON.stringify(given);
  throw new UsageError(
    `--combine takes any, all, majority, a number of votes, learned or learned=FILE, not ${what}.`,
  );
}

/** Range of probabilities, both ends included. */
export type Range = readonly [low: number, high: number];

/** Parses the value of `--abstain`: two probabilities, `.35-.65`. */
export const parseAbstain = (text: string): Range =>
  requireAbstain(text.split("-").map(Number) as unknown as Range);

/** Throws a `UsageError` for anything but two probabilities, the smaller first. */
export function requireAbstain(range: Range): Range {
  const [low, high, more] = range as readonly number[];
  if (more === undefined && 0 <= low! && low! <= high! && high! <= 1) return range;
  throw new UsageError(
    `--abstain takes two probabilities, the smaller first, such as .35-.65, not "${range.join("-")}".`,
  );
}
