import { option } from "../../base/option.js";
import { FORMATS } from "../../base/content-type.js";
import { requireChoice } from "../../base/find.js";
import { settingsUnder } from "../../base/setting.js";
import type { DocumentFormat } from "../../base/types.js";
import { bytes, given, onOrOff, wordOf } from "../../base/value-kinds.js";
import type { AliasPair, Settings } from "./types.js";

/* Settings that say what is a memento, and what results tell about it. */

export const mementoSettings = settingsUnder(
  { heading: "What is a memento", decides: "mementos" },
  {
    groupBy: option("--group-by <rule>", "what makes a TimeMap", {
      ...wordOf<Settings["groupBy"]>(["timemap", "surt", "uri"]),
      rare: true,
      initial: "timemap",
      sets: ["groupBy"],
      follows: ["groupCapturesBy"],
    }),
    status: option("--status <rule>", "HTTP answers that are mementos", {
      ...wordOf<Settings["status"]>(["2xx+errors", "2xx", "all"]),
      rare: true,
      sets: ["status"],
      initial: "2xx+errors",
      otmt: "all",
    }),
    pages: option("--pages <rule>", "captures that are pages", {
      ...wordOf<Settings["pages"]>(["document", "html", "text/html"]),
      sets: ["pages"],
      initial: "document",
      otmt: "text/html",
    }),
    text: option(
      "--text <source>",
      "text of pages: of their markup, or as a browser showed it, where the crawl kept that",
      { ...wordOf(["html", "rendered"] as const), decides: "records", initial: "html" },
    ),
    formats: option(
      "--formats <list>",
      `what is a page, by its content, with commas between: ${FORMATS.join(", ")}; zip is for gzip files too; measures of markup have no score for what has none`,
      {
        type: "list",
        otherwise: "html",
        parse: (text: string, name: string): readonly DocumentFormat[] =>
          text.split(",").map((word) => requireChoice(word, FORMATS, `value of ${name}`)),
      },
    ),
    aliases: option(
      "--aliases <file>",
      "pages that moved, whose captures are one TimeMap: lines of old URI TAB new URI",
      { ...given<readonly AliasPair[]>("list"), reads: true, otherwise: "none" },
    ),
    redirects: option("--redirects <rule>", "archived redirects", {
      ...wordOf<Settings["redirects"]>(["follow", "skip"]),
      rare: true,
      sets: ["redirects"],
      initial: "follow",
    }),
    revisits: option("--revisits <rule>", "revisit records", {
      ...wordOf<Settings["revisits"]>(["resolve", "skip"]),
      rare: true,
      sets: ["revisits"],
      initial: "resolve",
      otmt: "skip",
    }),
    substituted: option("--substituted <rule>", "archives' answers that are another capture", {
      ...wordOf<Settings["substituted"]>(["refuse", "keep"]),
      rare: true,
      sets: ["substituted"],
      initial: "refuse",
      otmt: "keep",
    }),
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
