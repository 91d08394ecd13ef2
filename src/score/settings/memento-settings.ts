import { option } from "../../base/option.js";
import { FORMATS, type DocumentFormat } from "../../base/types.js";
import { requireChoice } from "../../base/find.js";
import { settingsUnder } from "../../base/setting.js";
import {
  bytes,
  freeText,
  onOrOff,
  parseWhole,
  wholeNumber,
  wordOf,
} from "../../base/value-kinds.js";
import type { OwnKeyword, RemoverKeyword } from "../../page/types.js";

/* Settings of the text of pages and of its words, of what is a memento, and of what results tell about it. */

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

export const mementoSettings = settingsUnder(
  { heading: "What is a memento", decides: "mementos" },
  {
    groupBy: option("--group-by <rule>", "what makes a TimeMap", {
      ...wordOf(["timemap", "surt", "uri"]),
      rare: true,
      initial: "timemap",
      sets: ["groupBy"],
      follows: ["groupCapturesBy"],
    }),
    status: option("--status <rule>", "HTTP answers that are mementos", {
      ...wordOf(["2xx+errors", "2xx", "all"]),
      rare: true,
      sets: ["status"],
      initial: "2xx+errors",
      otmt: "all",
    }),
    pages: option("--pages <rule>", "captures that are pages", {
      ...wordOf(["document", "html", "text/html"]),
      sets: ["pages"],
      initial: "document",
      otmt: "text/html",
    }),
    text: option(
      "--text <source>",
      "text of pages: of their markup, or as a browser showed it, where the crawl kept that",
      { ...wordOf(["html", "rendered"]), decides: "records", initial: "html" },
    ),
    formats: option(
      "--formats <list>",
      `what is a page, by its content, with commas between: ${FORMATS.join(", ")}; zip is for gzip files too; measures of markup have no score for what has none`,
      {
        type: "list",
        otherwise: "html",
        parse: (text, name): readonly DocumentFormat[] =>
          requireFormats(text.split(",") as readonly DocumentFormat[], name),
        check: requireFormats,
      },
    ),
    aliases: option(
      "--aliases <file>",
      "pages that moved, whose captures are one TimeMap: lines of old URI TAB new URI",
      {
        ...{ type: "list", otherwise: "none" },
        reads: true,
        parse: async (file, _, read) =>
          (await import("./aliases.js")).readAliases(read(file), file),
      },
    ),
    redirects: option("--redirects <rule>", "archived redirects", {
      ...wordOf(["follow", "skip"]),
      rare: true,
      sets: ["redirects"],
      initial: "follow",
    }),
    revisits: option("--revisits <rule>", "revisit records", {
      ...wordOf(["resolve", "skip"]),
      rare: true,
      sets: ["revisits"],
      initial: "resolve",
      otmt: "skip",
    }),
    substituted: option("--substituted <rule>", "archives' answers that are another capture", {
      ...wordOf(["refuse", "keep"]),
      rare: true,
      sets: ["substituted"],
      initial: "refuse",
      otmt: "keep",
    }),
  },
);

function requireFormats(
  formats: readonly DocumentFormat[],
  name: string,
): readonly DocumentFormat[] {
  return formats.map((word) => requireChoice(word, FORMATS, `value of ${name}`));
}

export const fetchSettings = settingsUnder(
  { heading: "Reading from archives", decides: "results" },
  {
    fetch: option(
      "--fetch <which>",
      "captures to read of what an index lists: all, or changes for those from which the verdicts on the others can be inferred (docs/archives.md)",
      { ...wordOf(["all", "changes"]), initial: "all" },
    ),
    fetchCheck: option(
      "--fetch-check <n>",
      "--fetch changes: number of inferred captures that are read at the end, as a check by sample",
      {
        ...{ type: "number", rare: true, otherwise: 60 },
        needs: ["fetch", "is for captures that are not read"],
        parse: (text, name) => parseWhole(text, name, 0),
      },
    ),
  },
);

export const metadataSettings = settingsUnder(
  { heading: "Metadata of mementos", decides: "results" },
  {
    simhash: option(
      "--no-compute-simhashes",
      "leave the Simhash of each memento out of the results",
      { ...onOrOff, sets: ["simhash"], initial: true },
    ),
    rawSimhash: option(
      "--raw-simhash",
      "with profile default, the Simhash of the markup also in forms that OTMT does not have, such as JSON Lines",
      { ...onOrOff, rare: true },
    ),
    contentLength: option("--no-compute-lengths", "leave the content length out", {
      ...onOrOff,
      sets: ["contentLength"],
      initial: true,
    }),
    detectLanguage: option("--no-detect-languages", "leave the language out", {
      ...onOrOff,
      sets: ["detectLanguage"],
      initial: true,
    }),
  },
);

export const explainSetting = settingsUnder(
  { heading: "Output", decides: "results" },
  {
    explain: option("--explain", "say why each memento has its verdict", {
      ...onOrOff,
    }),
  },
);

export const pageSizeSetting = settingsUnder(
  { heading: "Running", decides: "mementos", rare: true },
  {
    maxPageSize: option("--max-page-size <size>", "larger pages are reported, not measured", {
      ...bytes("page size"),
      sets: ["maxPageBytes"],
      initial: 64 * 1024 * 1024,
      otherwise: "64M",
    }),
  },
);
