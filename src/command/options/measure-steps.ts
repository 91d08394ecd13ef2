import { UsageError } from "../../base/errors.js";
import { readTextFile } from "../../base/read-file.js";
import { parseWhole } from "../../base/value-kinds.js";
import { type MeasureSteps, parseStopWords } from "../../score/settings/preprocessing.js";
import { parseStemmer } from "../../score/settings/text-settings.js";

type GivenSteps = Omit<MeasureSteps, "measure">;

const FORM =
  "--set preprocess takes a measure and its steps, such as jaccard:no-stem,min-token-length=3";
const STEPS =
  "no-stem, stem, stem=NAME, keep-stop-words, drop-stop-words, stop-words=FILE, min-token-length=N";

/** Parses steps such as `jaccard:no-stem,min-token-length=3`. Throws a `UsageError` for any other text. */
export function parseMeasureSteps(text: string): MeasureSteps {
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

function parseStep(text: string): GivenSteps {
  const [name = "", ...rest] = text.split("=");
  const value = rest.length === 0 ? undefined : rest.join("=");
  if (value !== undefined && value !== "") {
    if (name === "stop-words")
      return { stopWords: true, stopWordList: parseStopWords(readTextFile(value), value) };
    if (name === "stem") return { stem: parseStemmer(value) };
    if (name === "min-token-length")
      return { minTokenLength: parseWhole(value, "min-token-length of --set preprocess", 1) };
  }
  const step = SWITCHES.get(text);
  if (step !== undefined) return step;
  throw new UsageError(`${FORM}; "${text}" is not a step. Choose from: ${STEPS}.`);
}

const SWITCHES: ReadonlyMap<string, GivenSteps> = new Map([
  ["no-stem", { stem: false }],
  ["stem", { stem: true }],
  ["keep-stop-words", { stopWords: false }],
  ["drop-stop-words", { stopWords: true }],
]);
