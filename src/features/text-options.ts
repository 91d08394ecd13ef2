import type { FeatureRequest, JsonObject, Settings, Stemming, StopWordList } from "../types.js";

/** What features of a page's words are computed with. */
export interface TextOptions {
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
  { preprocessing }: Settings,
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
  if (typeof value !== "string") throw new TypeError(`feature option ${name} is no text`);
  return value;
}
