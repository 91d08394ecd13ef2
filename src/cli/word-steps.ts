import type { DetectOptions } from "../detect.js";
import { UsageError } from "../errors.js";
import type { Stemming } from "../types.js";
import type { MeasureSteps } from "../registry/preprocessing.js";
import { parseStopWords } from "../registry/stop-word-list.js";
import { readTextFile } from "../read-text-file.js";
import { parseWhole } from "./parse-values.js";

/** What commander makes of the options on the steps between tokens and terms. */
export interface WordStepFlags {
  /** A stemmer; false: `--no-stem`. */
  readonly stem?: string | boolean;
  readonly keepStopWords?: boolean;
  /** A file. */
  readonly stopWords?: string;
  readonly minTokenLength?: string;
  /** `measure:step,step`, once for each measure. */
  readonly preprocess?: readonly string[];
}

type WordSteps = Omit<MeasureSteps, "measure">;

/** The same as the library takes them; throws a `UsageError` for a bad value or file. */
export function wordSteps(
  flags: WordStepFlags,
): Pick<DetectOptions, keyof WordSteps | "measureSteps"> {
  const { stem, keepStopWords, stopWords, minTokenLength, preprocess } = flags;
  return {
    ...(stem === false && { stem }),
    ...(typeof stem === "string" && { stem: parseStemmer(stem) }),
    ...(keepStopWords === true && { stopWords: false }),
    ...(stopWords !== undefined && readStopWords(stopWords)),
    ...(minTokenLength !== undefined && readLength(minTokenLength, "--min-token-length")),
    ...(preprocess !== undefined && { measureSteps: preprocess.map(parseMeasureSteps) }),
  };
}

const readStopWords = (file: string): WordSteps => ({
  stopWordList: parseStopWords(readTextFile(file), file),
});

const readLength = (text: string, option: string): WordSteps => ({
  minTokenLength: parseWhole(text, option, 1),
});

function parseStemmer(name: string): Stemming {
  if (name === "porter") return true;
  if (name === "lancaster") return name;
  throw new UsageError(`there is no stemmer "${name}". Choose from: porter, lancaster.`);
}

const FORM =
  "--preprocess takes a measure and its steps, such as jaccard:no-stem,min-token-length=3";
const STEPS =
  "no-stem, stem, stem=NAME, keep-stop-words, drop-stop-words, stop-words=FILE, min-token-length=N";

/** Reads `jaccard:no-stem,min-token-length=3`. */
function parseMeasureSteps(text: string): MeasureSteps {
  const colon = text.indexOf(":");
  const measure = text.slice(0, Math.max(0, colon)).trim();
  if (measure === "") throw new UsageError(`${FORM}, not "${text}".`);
  const given = new Map<string, { readonly step: string; readonly value: unknown }>();
  for (const part of text.slice(colon + 1).split(",")) {
    const step = part.trim();
    for (const [name, value] of Object.entries(parseStep(step))) {
      const before = given.get(name);
      if (before !== undefined && before.value !== value && before.step !== step) {
        throw new UsageError(
          `--preprocess gives ${measure} "${before.step}" and "${step}": give one of them.`,
        );
      }
      given.set(name, { step, value });
    }
  }
  const steps: WordSteps = Object.fromEntries([...given].map(([name, { value }]) => [name, value]));
  return { measure, ...steps };
}

function parseStep(text: string): WordSteps {
  const [name = "", ...rest] = text.split("=");
  const value = rest.length === 0 ? undefined : rest.join("=");
  if (value !== undefined && value !== "") {
    if (name === "stop-words") return { stopWords: true, ...readStopWords(value) };
    if (name === "stem") return { stem: parseStemmer(value) };
    if (name === "min-token-length") return readLength(value, "min-token-length of --preprocess");
  }
  const step = SWITCHES.get(text);
  if (step !== undefined) return step;
  throw new UsageError(`${FORM}; "${text}" is no step. Choose from: ${STEPS}.`);
}

const SWITCHES: ReadonlyMap<string, WordSteps> = new Map([
  ["no-stem", { stem: false }],
  ["stem", { stem: true }],
  ["keep-stop-words", { stopWords: false }],
  ["drop-stop-words", { stopWords: true }],
]);
