import type { BoilerplateRemover } from "../types.js";

/** Keeps every paragraph that jusText cuts, in any class. This is the text that OTMT 1.0.5 actually compares. */
export const allParagraphs: BoilerplateRemover = {
  keyword: "all-paragraphs",
  title: "All paragraphs",
  summary:
    "Keeps every paragraph that jusText cuts out of the page, menus and footers included. Markup, scripts, styles, " +
    "comments, form controls and the head are removed. OTMT 1.0.5 does the same, and the published thresholds were found with it.",
  removes: true,
  extract: (page) => page.paragraphs.map(({ text, joined = text }) => joined).join("\n"),
};
