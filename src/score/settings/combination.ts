import { UsageError } from "../../base/errors.js";
import type { ReadText } from "../../base/value-kinds.js";
import type { LearnedModel } from "./model.js";

/* How the votes of a run decide together. */

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
  if (file === "") throw new UsageError("--combine learned= names no file: leave the = out.");
  if (file !== undefined) return (await import("./model.js")).parseModel(read(file), file);
  return requireCombination(/^[1-9]\d*$/u.test(text) ? Number(text) : (text as CombinationRule));
}

/** Throws a `UsageError` for anything else. */
export function requireCombination(given: Combination): Combination {
  const isNumber = Number.isInteger(given) && Number(given) > 0 && Number(given) < 1000;
  if (isNumber || RULES.some((rule) => rule === given)) return given;
  if (typeof given === "object" && "inputs" in given) return given;
  const shown = typeof given === "object" ? "an object that parseModel has not made" : `"${given}"`;
  throw new UsageError(
    `--combine takes any, all, majority, a number of votes, learned or learned=FILE, not ${shown}.`,
  );
}

/** Range of probabilities, both ends included. */
export type Range = readonly [low: number, high: number];

/** Parses the value of `--abstain`: two probabilities, `.35-.65`. */
export function parseAbstain(text: string): Range {
  const [, low, high] = /^(\d*\.?\d+)-(\d*\.?\d+)$/u.exec(text.trim()) ?? [];
  return requireAbstain([Number(low), Number(high)], text);
}

/** Throws a `UsageError` for anything but two probabilities, the smaller first. */
export function requireAbstain(range: Range, text: string = range.join("-")): Range {
  const [low, high] = range;
  if (low >= 0 && low <= high && high <= 1) return range;
  throw new UsageError(
    `--abstain takes two probabilities, the smaller first, such as .35-.65, not "${text}".`,
  );
}
