import { UsageError } from "../errors.js";

/** The value itself if it is a whole number above 0; throws a `UsageError` otherwise. */
export function positive(value: number, what: string): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new UsageError(`the ${what} must be a whole number above 0.`);
}

/** The value itself if it is a number from 0 to 1; throws a `UsageError` otherwise. */
export function share(value: number, what: string): number {
  if (value >= 0 && value <= 1) return value;
  throw new UsageError(`the ${what} must be a number from 0 to 1, not ${value}.`);
}
