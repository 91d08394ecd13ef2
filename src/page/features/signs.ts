import { all, optional, record, share, text } from "../../base/codec.js";
import { forwardsOf } from "../html/forwards.js";
import { outlineOfAny } from "../html/outline.js";
import { findSigns } from "../signs/find-signs.js";
import type { Feature, OwnSigns, Sign } from "../types.js";

/** Maximum number of characters of text to search. */
const longestText = 40_000;

export const signs: Feature<readonly Sign[]> = {
  keyword: "signs",
  summary: "Signs of the kind of page (suspended, error, parked), with the words that show it.",

  extract(page, { own }) {
    let text = "";
    const headings: string[] = [];
    for (const paragraph of page.paragraphs) {
      if (text.length < longestText) text += `${paragraph.text} `;
      if (paragraph.isHeading && headings.length < 3) headings.push(paragraph.text);
    }
    const html = page.format === "html" ? page.html : "";
    const forwards = forwardsOf(page);
    const controls = (): string => page.bodyText.slice(0, longestText);
    const source = { ...outlineOfAny(page), forwards, headings, html, text, controls };
    return findSigns(source, own as OwnSigns | undefined);
  },
  isValue: all(
    record<Sign>({ kind: text, strength: share, marks: all(text), title: optional(text) }),
  ).is,
  isEmpty: () => false,
};
