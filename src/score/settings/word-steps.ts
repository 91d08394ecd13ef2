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

/** Throws a `UsageError` for an unknown name. */
export function parseStemmer(name: string): Stemming {
  if (name === "porter") return true;
  if (name === "lancaster") return name;
  if (name === "none") return false;
  throw new UsageError(`there is no stemmer "${name}". Choose from: porter, lancaster, none.`);
}

/** Limits that distinguish a list of words from a text. */
const MOST_STOP_WORDS = 100_000;
const LONGEST_STOP_WORD = 100;

/**
 * Parses a file of stop words: UTF-8, separated by white space, with remarks from `#` to the end of a line. `file` is
 * its name in messages. Throws a `UsageError` for a file without words, and for one that is not a list of words.
 *
 * @example
 * ```js
 * const stopWordList = parseStopWords("the a an # articles", "articles.txt");
 * console.log(stopWordList.words.join());
 * // a,an,the
 * ```
 */
export function parseStopWords(text: string, file: string): StopWordList {
  const words = text.split("\n").flatMap((line) => {
    const remark = line.indexOf("#");
    return (remark < 0 ? line : line.slice(0, remark)).split(/\s+/u).filter((word) => word !== "");
  });
  if (words.length === 0) throw new UsageError(`${file} has no stop words.`);
  if (words.length > MOST_STOP_WORDS || words.some(isNoWord)) {
    throw new UsageError(
      `${file} is not a list of stop words: give up to ${MOST_STOP_WORDS} words in UTF-8, one a line.`,
    );
  }
  return stopWordList(words);
}

function stopWordList(words: readonly string[]): StopWordList {
  const sorted = [...new Set(words.map((word) => word.normalize("NFC")))].sort();
  const digest = createHash("sha256").update(sorted.join("\n")).digest("hex").slice(0, 16);
  return { digest, words: sorted };
}

const isNoWord = (word: string): boolean =>
  word.length > LONGEST_STOP_WORD || word.includes("\ufffd") || /\p{Cc}/u.test(word);
type GivenSteps = Omit<MeasureSteps, "measure">;

const STEPS_FORM =
  "--set preprocess takes a measure and its steps, such as jaccard:no-stem,min-token-length=3";
const WORD_STEPS =
  "no-stem, stem, stem=NAME, keep-stop-words, drop-stop-words, stop-words=FILE, min-token-length=N";

/** Parses steps such as `jaccard:no-stem,min-token-length=3`. Throws a `UsageError` for any other text. */
export function parseMeasureSteps(text: string, _: string, read: ReadText): MeasureSteps {
  const colon = text.indexOf(":");
  const measure = text.slice(0, Math.max(0, colon)).trim();
  if (measure === "") throw new UsageError(`${STEPS_FORM}, not "${text}".`);
  const given = new Map<string, { readonly step: string; readonly value: unknown }>();
  for (const part of text.slice(colon + 1).split(",")) {
    const step = part.trim();
    for (const [name, value] of Object.entries(parseStep(step, read))) {
      const before = given.get(name);
      if (before !== undefined && before.value !== value && before.step !== step) {
        throw new UsageError(
          `--set preprocess gives ${measure} "${before.step}" and "${step}": give one of them.`,
        );
      }
      given.set(name, { step, value });
    }
  }
  const steps: GivenSteps = Object.fromEntries(
    [...given].map(([name, { value }]) => [name, value]),
  );
  return { measure, ...steps };
}

function parseStep(text: string, read: ReadText): GivenSteps {
  const [name = "", ...rest] = text.split("=");
  const value = rest.length === 0 ? undefined : rest.join("=");
  if (value !== undefined && value !== "") {
    if (name === "stop-words")
      return { stopWords: true, stopWordList: parseStopWords(read(value), value) };
    if (name === "stem") return { stem: parseStemmer(value) };
    if (name === "min-token-length")
      return { minTokenLength: parseWhole(value, "min-token-length of --set preprocess", 1) };
  }
  const step = SWITCHES.get(text);
  if (step !== undefined) return step;
  throw new UsageError(`${STEPS_FORM}; "${text}" is not a step. Choose from: ${WORD_STEPS}.`);
}

const SWITCHES: ReadonlyMap<string, GivenSteps> = new Map([
  ["no-stem", { stem: false }],
  ["stem", { stem: true }],
  ["keep-stop-words", { stopWords: false }],
  ["drop-stop-words", { stopWords: true }],
]);
