import { UsageError } from "../../base/errors.js";
import type { Stemming } from "../../page/types.js";
import { positive, requireChoice, share } from "./find.js";

/* How values of settings are written, read and checked. */

/** One kind of value. `name` is how the user writes the setting, for messages. */
export interface Kind<Value> {
  /** JavaScript types that the library takes, with blanks between them. */
  readonly type: string;
  /** Placeholder in help, such as `<n>`; absent where the value is true or false. */
  readonly form?: string;
  /** The only words that it takes. */
  readonly words?: readonly string[];
  /** Returns the value of a text. Throws a `UsageError` for another text. */
  readonly parse?: (text: string, name: string) => Value;
  /** Returns the value. Throws a `UsageError` for one that is out of range. */
  readonly check?: (value: Value, name: string) => Value;
}

export const onOrOff: Kind<boolean> = { type: "boolean" };

/** Text, or a value that the command line reads from a file. */
export const given = <Value = string>(form: string, type = "text"): Kind<Value> => ({ type, form });

export const wordOf = <Word extends string>(form: string, words: readonly Word[]): Kind<Word> => ({
  ...{ type: "text", form, words },
  check: (value, name) => requireChoice(value, words, `value of ${name}`),
});

/** A whole number above 0; `what` is what messages call it. */
export const wholeNumber = (what: string): Kind<number> => ({
  ...{ type: "number", form: "<n>" },
  parse: (text, name) => parseWhole(text, name, 1),
  check: (value) => positive(value, what),
});

/** A number of any size, which other settings may limit. */
export const decimal = (form: string): Kind<number> => ({
  type: "number",
  form,
  parse: parseDecimal,
});

/** A number from 0 to 1; `what` is what messages call it. */
export const shareOfOne = (what: string): Kind<number> => ({
  ...decimal("<share>"),
  check: (value) => share(value, what),
});

/** A number of bytes, written such as 64M; `what` is what messages call it. */
export const bytes = (what: string): Kind<number> => ({
  ...{ type: "number", form: "<size>", parse: parseSize },
  check: (value) => positive(value, what),
});

export const stemmer: Kind<Stemming> = {
  ...{ type: "boolean text", form: "<stemmer>" },
  parse: (text) => parseStemmer(text),
};

const UNITS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["k", 2 ** 10],
  ["m", 2 ** 20],
  ["g", 2 ** 30],
]);

/** Bytes of `64M`, `1.5G`, `4096`; throws a `UsageError` naming the option otherwise. */
export function parseSize(text: string, option: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)\s*([kmg]?)i?b?$/iu.exec(text.trim()) ?? [];
  const bytes = Math.round(Number(number) * (UNITS.get(unit.toLowerCase()) ?? Number.NaN));
  if (number === "" || !Number.isSafeInteger(bytes) || bytes < 1) {
    throw new UsageError(`${option} takes a size such as 64M or 1G, not "${text}".`);
  }
  return bytes;
}

/** A whole number of at least `least`; throws a `UsageError` naming the option otherwise. */
export function parseWhole(text: string, option: string, least: number): number {
  const number = Number(text);
  if (!/^\d+$/u.test(text.trim()) || !Number.isSafeInteger(number) || number < least) {
    throw new UsageError(`${option} takes a whole number from ${least} up, not "${text}".`);
  }
  return number;
}

/** A number such as 0.5; throws a `UsageError` naming the option otherwise. */
export function parseDecimal(text: string, option: string): number {
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)$/u.test(text.trim())) {
    const [, whole, part] = /^\s*([-+]?\d*),(\d+)\s*$/u.exec(text) ?? [];
    const form = part === undefined ? "" : ` Write ${whole}.${part}, with a point.`;
    throw new UsageError(`${option} takes a number, not "${text}".${form}`);
  }
  return Number(text);
}

/** Reads several by commas. */
export const parseDecimals = (text: string, option: string): readonly number[] =>
  text.split(",").map((part) => parseDecimal(part, option));

/** The stemmer of a name; throws a `UsageError` for a name that is not one. */
export function parseStemmer(name: string): Stemming {
  if (name === "porter") return true;
  if (name === "lancaster") return name;
  if (name === "none") return false;
  throw new UsageError(`there is no stemmer "${name}". Choose from: porter, lancaster, none.`);
}
