import { FORMATS } from "../../base/content-type.js";
import { requireChoice } from "../../base/find.js";
import { settingsUnder } from "../../base/setting.js";
import type { DocumentFormat } from "../../base/types.js";
import { bytes, onOrOff, wordOf } from "../../base/value-kinds.js";
import type { Settings } from "./types.js";

/* Settings that say what is a memento, and what results tell about it. */

export const mementoSettings = settingsUnder(
  { heading: "What is a memento", decides: "mementos" },
  {
    groupBy: {
      ...wordOf<Settings["groupBy"]>(["timemap", "surt", "uri"]),
      flags: "--group-by <rule>",
      rare: true,
      initial: "timemap",
      sets: ["groupBy"],
      follows: ["groupCapturesBy"],
      help: "what makes a TimeMap",
    },
    status: {
      ...wordOf<Settings["status"]>(["2xx+errors", "2xx", "all"]),
      flags: "--status <rule>",
      rare: true,
      sets: ["status"],
      initial: "2xx+errors",
      otmt: "all",
      help: "HTTP answers that are mementos",
    },
    pages: {
      ...wordOf<Settings["pages"]>(["document", "html", "text/html"]),
      flags: "--pages <rule>",
      sets: ["pages"],
      initial: "document",
      otmt: "text/html",
      help: "captures that are pages",
    },
    text: {
      ...wordOf(["html", "rendered"] as const),
      flags: "--text <source>",
      decides: "records",
      initial: "html",
      help: "text of pages: of their markup, or as a browser showed it, where the crawl kept that",
    },
    formats: {
      type: "list",
      flags: "--formats <list>",
      otherwise: "html",
      parse: (text: string, name: string): readonly DocumentFormat[] =>
        text.split(",").map((word) => requireChoice(word, FORMATS, `value of ${name}`)),
      help: `what is a page, by its content: ${FORMATS.join(",")}, the last one for gzip files too; measures of markup have no score for what has none`,
    },
    redirects: {
      ...wordOf<Settings["redirects"]>(["follow", "skip"]),
      flags: "--redirects <rule>",
      rare: true,
      sets: ["redirects"],
      initial: "follow",
      help: "archived redirects",
    },
    revisits: {
      ...wordOf<Settings["revisits"]>(["resolve", "skip"]),
      flags: "--revisits <rule>",
      rare: true,
      sets: ["revisits"],
      initial: "resolve",
      otmt: "skip",
      help: "revisit records",
    },
    substituted: {
      ...wordOf<Settings["substituted"]>(["refuse", "keep"]),
      flags: "--substituted <rule>",
      rare: true,
      sets: ["substituted"],
      initial: "refuse",
      otmt: "keep",
      help: "archives' answers that are another capture",
    },
  },
);

export const metadataSettings = settingsUnder(
  { heading: "Metadata of mementos", decides: "results" },
  {
    simhash: {
      ...onOrOff,
      flags: "--no-compute-simhashes",
      sets: ["simhash"],
      initial: true,
      help: "leave the Simhash of each memento out of the results",
    },
    contentLength: {
      ...onOrOff,
      flags: "--no-compute-lengths",
      sets: ["contentLength"],
      initial: true,
      help: "leave the content length out",
    },
    detectLanguage: {
      ...onOrOff,
      flags: "--no-detect-languages",
      sets: ["detectLanguage"],
      initial: true,
      help: "leave the language out",
    },
  },
);

export const explainSetting = settingsUnder(
  { heading: "Output", decides: "results" },
  {
    explain: {
      ...onOrOff,
      flags: "--explain",
      environment: "EXPLAIN",
      help: "say why each memento has its verdict",
    },
  },
);

export const pageSizeSetting = settingsUnder(
  { heading: "Running", decides: "mementos", rare: true },
  {
    maxPageSize: {
      ...bytes("page size"),
      flags: "--max-page-size <size>",
      sets: ["maxPageBytes"],
      initial: 64 * 1024 * 1024,
      help: "larger pages are reported, not measured",
      otherwise: "64M",
    },
  },
);
