import type { BoilerplateRemover } from "../types.js";

/** Keeps every paragraph that jusText cuts, whatever its class. This is the text that OTMT 1.0.5 actually compares. */
export const allParagraphs: BoilerplateRemover = {
  keyword: "all-paragraphs",
  title: "All paragraphs",
  summary:
    "Keeps every paragraph of text that jusText cuts out of the page, menus and footers included; markup, scripts, " +
    "styles, comments, form controls and the head go. What OTMT 1.0.5 does, and what the published thresholds were found on.",
  removes: true,
  extract: (page) => page.paragraphs.map(({ text }) => text).join("\n"),
};
