/** What values of features look like: those that come from another process are looked at before they are measured. */

export const isText = (value: unknown): value is string => typeof value === "string";

export function isTexts(value: unknown): value is readonly string[] {
  if (!Array.isArray(value)) return false;
  for (const item of value) if (typeof item !== "string") return false;
  return true;
}

/** A count: whole and not negative. */
export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** Counts, as many of them as said, none below `least`. */
export function areCounts(value: unknown, length: number, least = 0): value is readonly number[] {
  if (!Array.isArray(value) || value.length !== length) return false;
  for (const item of value) if (!Number.isSafeInteger(item) || item < least) return false;
  return true;
}

/** From 0 to 1. */
export const isShare = (value: unknown): value is number =>
  typeof value === "number" && value >= 0 && value <= 1;

/** A sketch of a page: at most so many different 32-bit hashes, ascending. */
export function isSketch(value: unknown, most: number): value is readonly number[] {
  if (!Array.isArray(value) || value.length > most) return false;
  let before = -1;
  for (const hash of value) {
    if (!Number.isSafeInteger(hash) || hash <= before || hash >= 2 ** 32) return false;
    before = hash as number;
  }
  return true;
}

/** The members of an object; of anything else none. */
export function membersOf<T>(value: unknown): Readonly<Partial<Record<keyof T, unknown>>> {
  return (typeof value === "object" && value !== null ? value : {}) as Readonly<
    Partial<Record<keyof T, unknown>>
  >;
}
