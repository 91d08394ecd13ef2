import type { BoilerplateRemover } from "../types.js";

export const none: BoilerplateRemover = {
  keyword: "none",
  title: "No removal",
  summary:
    "Keeps all text of the body, form controls included, one block per line. Only markup, scripts, styles, comments " +
    "and the head are removed.",
  removes: false,
  extract: (page) => page.bodyText,
};
