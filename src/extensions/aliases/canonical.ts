import * as codec from "../../base/codec.js";
import { outlineOfAny } from "../../page/html/outline.js";
import type { Feature } from "../../page/types.js";

/** The address that a page names as its own, as written. Empty if it names none. */
export const canonicalLink: Feature<string> = {
  keyword: "canonical-link",
  summary: "Address that the page names as its own.",
  extract: (page) => outlineOfAny(page).canonical ?? "",
  isValue: codec.text.is,
  isEmpty: (address) => address === "",
};
