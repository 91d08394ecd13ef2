import type { BoilerplateRemover } from "../types.js";
import { justext } from "./justext.js";
import { readability } from "./readability.js";

/** Keeps every paragraph that jusText cuts, in any class. This is the text that OTMT 1.0.5 actually compares. */
const allParagraphs: BoilerplateRemover = {
  keyword: "all-paragraphs",
  title: "All paragraphs",
  summary:
    "Keeps every paragraph that jusText cuts out of the page, menus and footers included. Markup, scripts, styles, " +
    "comments, form controls and the head are removed. OTMT 1.0.5 does the same, and the published thresholds were found with it.",
  removes: true,
  extract: (page) => page.paragraphs.map(({ text, joined = text }) => joined).join("\n"),
};

/** Keeps the same paragraphs as `all-paragraphs`, with words apart that a browser shows apart. */
const paragraphs: BoilerplateRemover = {
  keyword: "paragraphs",
  title: "Paragraphs",
  summary:
    "Keeps every paragraph of the page, menus and footers included, like all-paragraphs. Words of neighbouring elements " +
    "that a browser shows apart stay apart, which all-paragraphs joins as OTMT does.",
  removes: true,
  extract: (page) => page.paragraphs.map(({ text }) => text).join("\n"),
};

const none: BoilerplateRemover = {
  keyword: "none",
  title: "No removal",
  summary:
    "Keeps all text of the body, form controls included, one block per line. Only markup, scripts, styles, comments " +
    "and the head are removed.",
  removes: false,
  extract: (page) => page.bodyText,
};

/** Boilerplate removers, by the keyword after `--boilerplate`. Plug-ins add theirs. */
export const removers: BoilerplateRemover[] = [
  allParagraphs,
  justext,
  none,
  paragraphs,
  readability,
];
