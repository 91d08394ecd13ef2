import { UsageError } from "../../base/errors.js";
import { settingsUnder } from "../../base/setting.js";
import { freeText, given, type Kind, onOrOff, wholeNumber } from "../../base/value-kinds.js";
import { densitySettings } from "../../page/density/settings.js";
import type { OwnKeyword, RemoverKeyword, Stemming } from "../../page/types.js";

/* Settings of the text of pages and of its words. */

const stemmer: Kind<Stemming> = { type: "boolean text", parse: (text) => parseStemmer(text) };

/** Returns the stemmer of that name. Throws a `UsageError` for an unknown name. */
export function parseStemmer(name: string): Stemming {
  if (name === "porter") return true;
  if (name === "lancaster") return name;
  if (name === "none") return false;
  throw new UsageError(`there is no stemmer "${name}". Choose from: porter, lancaster, none.`);
}

export const textSettings = settingsUnder(
  { heading: "Text of pages", decides: "records" },
  {
    boilerplate: {
      ...given<RemoverKeyword | OwnKeyword>("text"),
      flags: "--boilerplate <remover>",
      initial: "all-paragraphs",
      sets: ["preprocessing", "boilerplate"],
      help: "how boilerplate is taken out",
    },
    ...densitySettings,
    language: {
      ...freeText,
      flags: "--language <tag>",
      sets: ["preprocessing", "language"],
      initial: "en",
      help: "language of the words: a BCP 47 tag, or auto: as detected",
    },
    stem: {
      ...stemmer,
      flags: "--stem <stemmer>",
      rare: true,
      sets: ["preprocessing", "stem"],
      initial: true,
      help: "stemmer of English words: porter, lancaster, or none to compare words as they are",
      otherwise: "porter",
    },
    stopWords: {
      ...onOrOff,
      flags: "--keep-stop-words",
      rare: true,
      value: false,
      otherwise: "false",
      sets: ["preprocessing", "stopWords"],
      initial: true,
      help: "leave stop words in",
    },
    stopWordList: {
      ...given<object>("object"),
      flags: "--stop-words <file>",
      rare: true,
      reads: true,
      help: "leave these words out in place of the language's stop words",
    },
    minTokenLength: {
      ...wholeNumber("length of tokens"),
      flags: "--min-token-length <n>",
      rare: true,
      help: "leave out words of fewer characters",
    },
    measureSteps: {
      ...given<readonly object[]>("list"),
      flags: "--preprocess <measure:steps>",
      rare: true,
      repeats: true,
      reads: true,
      help: "steps of one measure: jaccard:no-stem,min-token-length=3; can be repeated",
    },
  },
);
