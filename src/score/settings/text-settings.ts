import { option } from "../../base/option.js";
import { UsageError } from "../../base/errors.js";
import { settingsUnder } from "../../base/setting.js";
import { freeText, given, type Kind, onOrOff, wholeNumber } from "../../base/value-kinds.js";
import type { OwnKeyword, RemoverKeyword, Stemming } from "../../page/types.js";

/* Settings of the text of pages and of its words. */

const stemmer: Kind<Stemming> = { type: "boolean text", parse: (text) => parseStemmer(text) };

/** Throws a `UsageError` for an unknown name. */
export function parseStemmer(name: string): Stemming {
  if (name === "porter") return true;
  if (name === "lancaster") return name;
  if (name === "none") return false;
  throw new UsageError(`there is no stemmer "${name}". Choose from: porter, lancaster, none.`);
}

export const textSettings = settingsUnder(
  { heading: "Text of pages", decides: "records" },
  {
    boilerplate: option("--boilerplate <remover>", "how boilerplate is taken out", {
      ...given<RemoverKeyword | OwnKeyword>("text"),
      initial: "all-paragraphs",
      sets: ["preprocessing", "boilerplate"],
    }),
    language: option(
      "--language <tag>",
      "language of the words: a BCP 47 tag, or auto: as detected",
      { ...freeText, sets: ["preprocessing", "language"], initial: "en" },
    ),
    stem: option(
      "--stem <stemmer>",
      "stemmer of English words: porter, lancaster, or none to compare words as they are",
      {
        ...stemmer,
        rare: true,
        sets: ["preprocessing", "stem"],
        initial: true,
        otherwise: "porter",
      },
    ),
    stopWords: option("--keep-stop-words", "leave stop words in", {
      ...onOrOff,
      rare: true,
      value: false,
      otherwise: "false",
      sets: ["preprocessing", "stopWords"],
      initial: true,
    }),
    stopWordList: option(
      "--stop-words <file>",
      "leave these words out in place of the language's stop words",
      { ...given<object>("object"), rare: true, reads: true },
    ),
    minTokenLength: option("--min-token-length <n>", "leave out words of fewer characters", {
      ...wholeNumber("length of tokens"),
      rare: true,
    }),
    measureSteps: option(
      "--preprocess <measure:steps>",
      "steps of one measure: jaccard:no-stem,min-token-length=3; can be repeated",
      { ...given<readonly object[]>("list"), rare: true, repeats: true, reads: true },
    ),
  },
);
