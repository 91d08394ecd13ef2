import { UsageError } from "./errors.js";
import { positive, requireChoice, share } from "./find.js";

/*
 * This module has the kinds of values of settings: the parser and the check of each kind.
 */

/** Returns the text of a file that a value names, and throws a `UsageError` if it is longer or cannot be read. */
export type ReadText = (path: string, mostBytes?: number) => string;

/** One kind of value. `name` is the setting as the user wrote it, for messages. */
export interface Kind<Value> {
  /** JavaScript types that the library accepts, separated by spaces. */
  readonly type: string;
  /** Every word that is accepted. */
  readonly choices?: readonly string[];
  /** Returns the value that a text represents. Throws a `UsageError` if the text represents no value. */
  parse?(text: string, name: string, read: ReadText): Value | Promise<Value>;
  /** Returns the value. Throws a `UsageError` if it is out of range. */
  check?(value: Value, name: string): Value;
}

export const onOrOff: Kind<boolean> = { type: "boolean" };

export const freeText: Kind<string> = { type: "text" };

/** Value that a function of the library makes of a file. `part` is a member that tells it from other objects. */
export const made = <Value>(maker: string, part: string): Kind<Value> => ({
  type: "object",
  check(value, name) {
    if (typeof value === "object" && value !== null && part in value) return value;
    throw new UsageError(`${name} has not what ${maker} returns.`);
  },
});

export const wordOf = <const Word extends string>(words: readonly Word[]): Kind<Word> => ({
  ...{ type: "text", choices: words },
  check: (value, name) => requireChoice(value, words, `value of ${name}`),
});

/** Whole number of at least 1. Messages call it `what`. */
export const wholeNumber = (what: string): Kind<number> => ({
  type: "number",
  parse: (text, name) => parseWhole(text, name, 1),
  check: (value) => positive(value, what),
});

/** Number of any size. Code that uses the setting may limit the number. */
export const decimal: Kind<number> = { type: "number", parse: parseDecimal };

/** Number from 0 to 1. Messages call it `what`. */
export const shareOfOne = (what: string): Kind<number> => ({
  ...decimal,
  check: (value) => share(value, what),
});

/** Number of bytes, written as in 64M. Messages call it `what`. */
export const bytes = (what: string): Kind<number> => ({
  ...{ type: "number", parse: parseSize },
  check: (value) => positive(value, what),
});

const UNITS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["k", 2 ** 10],
  ["m", 2 ** 20],
  ["g", 2 ** 30],
]);

/**
 * Returns the number of bytes of a text such as `64M`, `1.5G` or `4096`. Throws a `UsageError` that names the option
 * for any other text.
 */
export function parseSize(text: string, option: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)\s*([kmg]?)i?b?$/iu.exec(text.trim()) ?? [];
  const bytes = Math.round(Number(number) * (UNITS.get(unit.toLowerCase()) ?? Number.NaN));
  if (number === "" || !Number.isSafeInteger(bytes) || bytes < 1) {
    throw new UsageError(`${option} takes a size such as 64M or 1G, not "${text}".`);
  }
  return bytes;
}

/** Returns a whole number of at least `least`. Throws a `UsageError` that names the option for any other text. */
export function parseWhole(text: string, option: string, least: number): number {
  const number = Number(text);
  if (!/^\d+$/u.test(text.trim()) || !Number.isSafeInteger(number) || number < least) {
    throw new UsageError(`${option} takes a whole number from ${least} up, not "${text}".`);
  }
  return number;
}

/** Returns a number such as 0.5. Throws a `UsageError` that names the option for any other text. */
export function parseDecimal(text: string, option: string): number {
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)$/u.test(text.trim())) {
    const [, whole, part] = /^\s*([-+]?\d*),(\d+)\s*$/u.exec(text) ?? [];
    const form = part === undefined ? "" : ` Write ${whole}.${part}, with a point.`;
    throw new UsageError(`${option} takes a number, not "${text}".${form}`);
  }
  return Number(text);
}

/** Returns a parser for whole numbers of at least `least`. */
export const whole =
  (least: number) =>
  (text: string, option: string): number =>
    parseWhole(text, option, least);

/** Returns a parser for some words, which messages call `what`. */
export const oneOf =
  <Word extends string>(words: readonly Word[], what: string) =>
  (text: string): Word =>
    requireChoice(text, words, what);
