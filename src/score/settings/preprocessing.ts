import { UsageError } from "../../base/errors.js";
import { positive, requireByKeyword, requireChoice } from "../../base/find.js";
import { primarySubtag } from "../../page/words/characters.js";
import { stemmedLanguages } from "../../page/words/stem.js";
import { stopListLanguages, stopWordLanguages } from "../../page/words/stop-words.js";
import type { BoilerplateRemover } from "../../page/types.js";
import type { Measure } from "../types.js";
import { profiles } from "./profiles.js";
import type { RunChoices } from "./run-settings.js";
import type { MeasureChoice, Preprocessing, Settings } from "./types.js";
import type { MeasureSteps, WordSteps } from "./word-steps.js";

/** Languages written without spaces, which are segmented by script. Some of them have no stemmer and no stop words. */
const segmented = ["ja", "km", "lo", "my", "th", "zh"];

/** Returns every language (BCP 47, primary subtag) with a stemmer, stop words or a segmenter. */
function knownLanguages(): readonly string[] {
  const all = [segmented, stemmedLanguages, stopWordLanguages(), stopListLanguages()].flat();
  return [...new Set(all)].sort();
}

/**
 * Returns a language in the form of settings: `auto`, or the primary subtag of a BCP 47 tag (`pt` for `pt-BR`; `no` for
 * `nb`). Throws a `UsageError` that lists the known languages.
 */
function parseLanguage(text: string): string {
  // Fast path for the usual case, which needs no list.
  if (text === "en" || text === "auto") return text;
  const code = primarySubtag(text);
  return requireChoice(code === "nb" ? "no" : code, ["auto", ...knownLanguages()], "language");
}

/** Throws a `UsageError` for an unknown language, remover or length. */
export function choosePreprocessing(
  chosen: RunChoices,
  settings: Preprocessing,
  removers: readonly BoilerplateRemover[],
): Preprocessing {
  const language = parseLanguage(chosen.language ?? settings.language);
  const keyword = chosen.boilerplate ?? settings.boilerplate;
  const remover = requireByKeyword(keyword, removers, "boilerplate remover");
  const options = remover.optionsOf?.(chosen) ?? "";
  return {
    ...withSteps({ ...settings, language }, chosen),
    // The options of a remover follow its keyword, unless they are the defaults.
    boilerplate: options === "" ? remover.keyword : `${remover.keyword}:${options}`,
  };
}

/** Throws a `UsageError` for a measure that is not in the list or does not read words. */
export function withOwnSteps(
  choices: readonly MeasureChoice[],
  steps: readonly MeasureSteps[],
  settings: Preprocessing,
  measures: readonly Measure[],
): MeasureChoice[] {
  const own = new Map<string, Preprocessing>();
  for (const chosen of steps) {
    const measure = requireByKeyword(chosen.measure, measures, "measure");
    const { keyword } = measure;
    if (!readsWords(measure) || !choices.some((choice) => choice.keyword === keyword)) {
      throw new UsageError(
        `preprocessing is given for ${keyword}, which reads no words or is no measure of this run.`,
      );
    }
    own.set(keyword, withSteps(settings, chosen));
  }
  return choices.map((choice) => {
    const preprocessing = own.get(choice.keyword);
    return preprocessing === undefined ? choice : { ...choice, preprocessing };
  });
}

export function readsWords(measure: Measure): boolean {
  const settings: Settings = { ...profiles.paper.settings, profile: "paper", measures: [] };
  return measure.flags(settings).tokenized;
}

function withSteps(given: Preprocessing, steps: WordSteps): Preprocessing {
  const { stopWordList: before, minTokenLength: shortest, ...rest } = given;
  const list = steps.stopWords === false ? undefined : (steps.stopWordList ?? before);
  const least = steps.minTokenLength ?? shortest;
  return {
    ...rest,
    stem: steps.stem ?? given.stem,
    stopWords: steps.stopWords ?? (steps.stopWordList !== undefined || given.stopWords),
    ...(list !== undefined && { stopWordList: list }),
    ...(least !== undefined && { minTokenLength: positive(least, "length of tokens") }),
  };
}
