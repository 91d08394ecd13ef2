/** Members of a JSON object by name; empty for anything else. Page text may name them, so no plain object. */
export function members(value: unknown): ReadonlyMap<string, unknown> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return new Map(isObject ? Object.entries(value) : []);
}
