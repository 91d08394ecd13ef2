import type { BoilerplateRemover } from "../types.js";

/** Keeps the same paragraphs as `all-paragraphs`, with words apart that a browser shows apart. */
export const paragraphs: BoilerplateRemover = {
  keyword: "paragraphs",
  title: "Paragraphs",
  summary:
    "Keeps every paragraph of the page, menus and footers included, like all-paragraphs. Words of neighbouring elements " +
    "that a browser shows apart stay apart, which all-paragraphs joins as OTMT does.",
  removes: true,
  extract: (page) => page.paragraphs.map(({ text }) => text).join("\n"),
};
