import type { BoilerplateRemover } from "../../types.js";
import { classifyParagraphs } from "../justext-classes.js";
import { stopList } from "../stop-list.js";

/** The paragraphs that jusText calls good. */
export const justext: BoilerplateRemover = {
  keyword: "justext",
  title: "jusText",
  summary:
    "Keeps the paragraphs that jusText calls good, by length, links and stop words and by their neighbours: articles " +
    "stay, menus, footers and most of a home page's short texts go. 98 languages have a stop list; others are " +
    "judged without one.",
  removes: true,
  extract(page, language) {
    const { paragraphs } = page;
    const classes = classifyParagraphs(paragraphs, stopList(language));
    return paragraphs
      .filter((_, at) => classes[at] === "good")
      .map(({ text }) => text)
      .join("\n");
  },
};
