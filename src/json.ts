/** A JSON object from outside: its keys are read one by one and never enumerated. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** True for a JSON object (not an array, not null). */
export function isObject(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The members of a JSON object; none of anything else. */
export const members = (value: unknown): JsonRecord => (isObject(value) ? value : {});

/** The JSON object that a text is; undefined for any other text. */
export function parseObject(text: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
