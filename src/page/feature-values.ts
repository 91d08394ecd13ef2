import { all, text } from "../base/codec.js";
import type { JsonObject } from "../base/types.js";
import type { FeatureRequest, Stemming, StopWordList } from "./types.js";

/** What values of features look like: those that come from another process are looked at before they are measured. */

export const { is: areTexts } = all(text);

/** Counts, as many of them as said, none below `least`. */
export function areCounts(value: unknown, length: number, least = 0): value is readonly number[] {
  if (!Array.isArray(value) || value.length !== length) return false;
  for (const item of value) if (!Number.isSafeInteger(item) || item < least) return false;
  return true;
}

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

/** What features of a page's words are computed with. */
interface TextOptions {
  /** Keyword of a boilerplate remover. */
  readonly boilerplate: string;
  /** BCP 47, or `auto`. */
  readonly language: string;
  /** Folded before it is split into tokens. */
  readonly lowerCase: boolean;
  readonly stem: Stemming;
  readonly stopWords: boolean;
  /** In place of the language's own. */
  readonly stopWordList?: StopWordList;
  /** Tokens of fewer characters go. */
  readonly minTokenLength?: number;
}

/** A request for a feature of the words of the page, preprocessed as the settings say. */
export function textRequest(
  feature: string,
  { preprocessing }: { readonly preprocessing: Omit<TextOptions, "lowerCase"> },
  { lowerCase }: { readonly lowerCase: boolean },
): FeatureRequest {
  const { boilerplate, language, stem, stopWords, stopWordList, minTokenLength } = preprocessing;
  return {
    feature,
    options: {
      ...{ boilerplate, language, lowerCase, stem, stopWords },
      ...(stopWordList !== undefined && { stopWordList }),
      ...(minTokenLength !== undefined && { minTokenLength }),
    },
  };
}

/** The options of {@link textRequest} again, on the other side of a worker or a file. */
export function readTextOptions(options: JsonObject): TextOptions {
  const { stopWordList, minTokenLength } = options;
  return {
    boilerplate: readText(options, "boilerplate"),
    language: readText(options, "language"),
    lowerCase: options["lowerCase"] === true,
    stem: options["stem"] === "lancaster" ? "lancaster" : options["stem"] === true,
    stopWords: options["stopWords"] === true,
    ...(stopWordList !== undefined && { stopWordList: stopWordList as StopWordList }),
    ...(typeof minTokenLength === "number" && { minTokenLength }),
  };
}

function readText(options: JsonObject, name: string): string {
  const value = options[name];
  if (typeof value !== "string") throw new TypeError(`feature option ${name} is not text`);
  return value;
}
