import { UsageError } from "../../base/errors.js";
import { positive, requireByKeyword } from "../../base/find.js";
import { primarySubtag } from "../../page/words/characters.js";
import { stemmedLanguages } from "../../page/words/stem.js";
import { stopListLanguages, stopWordLanguages } from "../../page/words/stop-words.js";
import type { BoilerplateRemover } from "../../page/types.js";
import type { Measure } from "../types.js";
import { profiles } from "./profiles.js";
import { type RunChoices, type SettingKey, settingTerm } from "./run-settings.js";
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
  const code = isTag.test(text) ? primarySubtag(text) : "";
  const known = code === "nb" ? "no" : code;
  if (known === "auto" || knownLanguages().includes(known)) return known;
  throw new UsageError(
    `language ${JSON.stringify(text.slice(0, 40))} is unknown. Choose from: auto, ${knownLanguages().join(", ")}.`,
  );
}

const isTag = /^[a-z]{2,4}(?:-[a-z0-9]{1,8})*$/iu;

/** Throws a `UsageError` for an invalid choice. */
export function choosePreprocessing(chosen: RunChoices, settings: Preprocessing): Preprocessing {
  const language = parseLanguage(chosen.language ?? settings.language);
  if (chosen.stopWords === false && chosen.stopWordList !== undefined) {
    throw new UsageError(
      "stop words cannot be kept and left out: give --set keep-stop-words=true or --set stop-words=FILE, not both.",
    );
  }
  return withSteps({ ...settings, language }, chosen);
}

/**
 * Returns the keyword of a boilerplate remover, which its options follow after a colon unless they are the defaults.
 * Throws a `UsageError` for settings of another remover.
 */
export function chooseRemover(
  choices: RunChoices,
  byDefault: string,
  removers: readonly BoilerplateRemover[],
): string {
  const remover = requireByKeyword(
    choices.boilerplate ?? byDefault,
    removers,
    "boilerplate remover",
  );
  const { keyword } = remover;
  const given = Object.entries(choices).flatMap(([key, value]: [string, unknown]) =>
    value === undefined ? [] : key,
  );
  for (const { keyword: other, reads = [] } of removers) {
    if (other === keyword || !reads.some((key) => given.includes(key))) continue;
    const terms = (reads as readonly SettingKey[]).map(settingTerm).join(", ");
    throw new UsageError(
      `${terms.replace(/, (?=[^,]*$)/u, " and ")} go with --boilerplate ${other}.`,
    );
  }
  const options = remover.optionsOf?.(choices) ?? "";
  return options === "" ? keyword : `${keyword}:${options}`;
}

/** Throws a `UsageError` for a measure that is not in the list, is named twice, or does not read words. */
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
    if (own.has(keyword)) {
      throw new UsageError(
        `the preprocessing of ${keyword} is given twice. Give all steps at once.`,
      );
    }
    if (!choices.some((choice) => choice.keyword === keyword)) {
      const names = choices.map(({ name }) => name).join(", ");
      throw new UsageError(
        `preprocessing is given for ${keyword}, which this run does not compute: it computes ${names}.`,
      );
    }
    if (!readsWords(measure)) {
      throw new UsageError(`${keyword} reads no words, so there is no preprocessing to choose.`);
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
  const stem = steps.stem ?? given.stem;
  if (stem === "lancaster" && !["auto", "en"].includes(primarySubtag(given.language))) {
    throw new UsageError(
      `the Lancaster stemmer is one of English words, and the language is ${given.language}: leave it out.`,
    );
  }
  return {
    ...rest,
    stem,
    stopWords: steps.stopWords ?? (steps.stopWordList !== undefined || given.stopWords),
    ...(list !== undefined && { stopWordList: list }),
    ...(least !== undefined && { minTokenLength: positive(least, "length of tokens") }),
  };
}
