import type { BoilerplateRemover } from "../../types.js";
import { readArticle } from "../readability.js";

/** The article that Mozilla's Readability, the reader view of Firefox, finds on a page. */
export const readability: BoilerplateRemover = {
  keyword: "readability",
  title: "Mozilla Readability",
  summary:
    "Keeps the article that the reader view of Firefox would show; a page of more than 50,000 elements or nested more " +
    "than 500 deep counts as one without an article. Much slower than the others.",
  removes: true,
  extract: (page) => readArticle(page),
};
