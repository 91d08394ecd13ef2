import { createHash } from "../../base/platform/machine.js";
import { UsageError } from "../../base/errors.js";
import { parseWhole, type ReadText } from "../../base/value-kinds.js";
import type { Stemming, StopWordList } from "../../page/types.js";

/* The steps from the tokens of a page to its terms, as users choose them for all measures or for one. */

/** Steps from tokens to terms that a user may choose. A missing step keeps its setting. */
export interface WordSteps {
  readonly stem?: Stemming;
  /** True if stop words are left out. */
  readonly stopWords?: boolean;
  /** Replaces the stop words of the language. */
  readonly stopWordList?: StopWordList;
  /** Minimum length of a token in characters (code points); shorter ones are dropped. */
  readonly minTokenLength?: number;
}

/** Steps of a single measure, which override those of all measures. */
export interface MeasureSteps extends WordSteps {
  /** Keyword or alias of the measure. */
  readonly measure: string;
}

export function parseStemmer(name: string): Stemming {
  if (name === "porter") return true;
  if (name === "lancaster") return name;
  if (name === "none") return false;
  throw new UsageError(`there is no stemmer "${name}". Choose from: porter, lancaster, none.`);
}

/**
 * Parses a file of stop words: UTF-8, separated by white space, with remarks from `#` to the end of a line. `file` is
 * its name in messages. Throws a `UsageError` for a file without words.
 *
 * @example
 * ```js
 * const stopWordList = parseStopWords("the a an # articles", "articles.txt");
 * console.log(stopWordList.words.join());
 * // a,an,the
 * ```
 */
export function parseStopWords(text: string, file: string): StopWordList {
  const words = text.replaceAll(/#.*/gu, "").match(/\S+/gu);
  if (words === null) throw new UsageError(`${file} has no stop words.`);
  const sorted = [...new Set(words.map((word) => word.normalize("NFC")))].sort();
  const digest = createHash("sha256").update(sorted.join("\n")).digest("hex").slice(0, 16);
  return { digest, words: sorted };
}

/** Parses steps such as `jaccard:no-stem,min-token-length=3`. Throws a `UsageError` for any other text. */
export function parseMeasureSteps(text: string, _: string, read: ReadText): MeasureSteps {
  const [measure = "", steps = ""] = text.split(/:(.*)/su).map((part) => part.trim());
  return steps
    .split(",")
    .reduce<MeasureSteps>((all, step) => ({ ...all, ...stepOf(step.trim(), read) }), { measure });
}

function stepOf(text: string, read: ReadText): WordSteps {
  const [name, value = ""] = text.split(/=(.*)/su);
  if (value !== "") {
    if (name === "stem") return { stem: parseStemmer(value) };
    if (name === "stop-words") {
      return { stopWords: true, stopWordList: parseStopWords(read(value), value) };
    }
    if (name === "min-token-length")
      return { minTokenLength: parseWhole(value, "min-token-length of --set measure-steps", 1) };
  }
  if (text === "no-stem" || text === "stem") return { stem: text === "stem" };
  if (text === "keep-stop-words" || text === "drop-stop-words")
    return { stopWords: text === "drop-stop-words" };
  throw new UsageError(
    `--set measure-steps takes a measure and its steps, such as jaccard:no-stem,min-token-length=3; "${text}" is not a step. ` +
      "Choose from: no-stem, stem, stem=NAME, keep-stop-words, drop-stop-words, stop-words=FILE, min-token-length=N.",
  );
}
