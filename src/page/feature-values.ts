import { all, text } from "../base/codec.js";
import type { JsonObject } from "../base/types.js";
import type { FeatureRequest, TermOptions, TokenOptions } from "./types.js";

/** Checks of feature values. Values that come from another process are checked before measures use them. */

/** True for a list of texts. */
export const areTexts = all(text).is;

/** True for a list of `length` whole numbers of at least `least`. */
export const areCounts = (value: unknown, length: number, least = 0): value is readonly number[] =>
  Array.isArray(value) &&
  value.length === length &&
  value.every((item) => Number.isSafeInteger(item) && item >= least);

/** True for a sketch of a page: at most `most` different 32-bit hashes in ascending order. */
export function isSketch(value: unknown, most: number): value is readonly number[] {
  if (!Array.isArray(value) || value.length > most) return false;
  let before = -1;
  for (const hash of value) {
    if (!Number.isSafeInteger(hash) || hash <= before || hash >= 2 ** 32) return false;
    before = hash as number;
  }
  return true;
}

type TextOptions = TokenOptions & TermOptions;

export const textRequest = (
  feature: string,
  { preprocessing }: { readonly preprocessing: Omit<TextOptions, "lowerCase"> },
  { lowerCase }: { readonly lowerCase: boolean },
): FeatureRequest => ({ feature, options: { ...preprocessing, lowerCase } });

/** Returns the options that {@link textRequest} made, after a worker or a file has passed them on. */
export const readTextOptions = (options: JsonObject): TextOptions =>
  options as unknown as TextOptions;
