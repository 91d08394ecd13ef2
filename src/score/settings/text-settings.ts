import { option } from "../../base/option.js";
import { settingsUnder } from "../../base/setting.js";
import { freeText, onOrOff, wholeNumber } from "../../base/value-kinds.js";
import type { OwnKeyword, RemoverKeyword } from "../../page/types.js";

/* Settings of the text of pages and of its words. */

export const textSettings = settingsUnder(
  { heading: "Text of pages", decides: "records" },
  {
    boilerplate: option("--boilerplate <remover>", "how boilerplate is taken out", {
      type: "text",
      parse: (keyword): RemoverKeyword | OwnKeyword => keyword as OwnKeyword,
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
        ...{ type: "boolean text", rare: true },
        parse: async (text) => (await import("./word-steps.js")).parseStemmer(text),
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
      "--stop-words, --stop-word-list <file>",
      "leave these words out in place of the language's stop words",
      {
        ...{ type: "object", rare: true },
        reads: true,
        parse: async (file, _, read) =>
          (await import("./word-steps.js")).parseStopWords(read(file), file),
      },
    ),
    minTokenLength: option("--min-token-length <n>", "leave out words of fewer characters", {
      ...wholeNumber("length of tokens"),
      rare: true,
    }),
    measureSteps: option(
      "--preprocess, --measure-steps <measure:steps>",
      "steps of one measure: jaccard:no-stem,min-token-length=3; can be repeated",
      {
        ...{ type: "list", rare: true },
        repeats: true,
        reads: true,
        parse: async (...given) => (await import("./word-steps.js")).parseMeasureSteps(...given),
      },
    ),
  },
);
