import { printable } from "./text.js";

/** A JSON object from outside. Code reads its members by name and never enumerates them. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** True for a JSON object (not an array, not null). */
export function isObject(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns the members of a JSON object. Returns an empty object for any other value.
 *
 * @example
 * ```js
 * console.log(members({ size: 3 })["size"], members("text")["size"]);
 * // 3 undefined
 * ```
 */
export const members = (value: unknown): JsonRecord => (isObject(value) ? value : {});

/** Returns undefined for malformed text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns undefined for any other text. */
export function parseObject(text: string): JsonRecord | undefined {
  const value = parsedJson(text);
  return isObject(value) ? value : undefined;
}

/**
 * Returns the JSON object of one of our own files, whose member `form` identifies its kind. For any other text it
 * throws the error that `wrong` makes. `name` describes the expected file: `a model`.
 */
export function parseForm(
  text: string,
  {
    form,
    name,
    wrong,
  }: { readonly form: string; readonly name: string; readonly wrong: (what: string) => Error },
): JsonRecord {
  const whole = parsedJson(text);
  if (whole === undefined) throw wrong("is not JSON");
  if (isObject(whole) && whole["form"] === form) return whole;
  throw wrong(`is not ${name}`);
}

/** Returns a value as JSON text on one line, without invisible characters. */
export const jsonLine = (value: unknown): string => printable(JSON.stringify(value), "json");

export const jsonText = (value: unknown, indent: string | number = 2): string =>
  printable(JSON.stringify(value, null, indent), "json");

/** Returns a value as the text of a JSON file. */
export const jsonFile = (value: unknown): string => `${jsonText(value)}\n`;
