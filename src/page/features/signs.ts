import { findSigns } from "../signs/find-signs.js";
import type { Feature, Sign } from "../types.js";
import { isShare, isText, isTexts, membersOf } from "../feature-values.js";
import { outlineOfAny } from "../html/outline.js";

/** Characters of text beyond which nothing is looked at. */
const longestText = 40_000;

/** Signs that a page is not the page any more: suspended, parked, an error, a wall, spam (see src/page/signs). */
export const signs: Feature<readonly Sign[]> = {
  keyword: "signs",
  summary: "Kinds of page that the page says it is, with the words that give it away.",

  extract(page) {
    const { title, refresh, pictures, passwordFields } = outlineOfAny(page);
    let text = "";
    const headings: string[] = [];
    for (const paragraph of page.paragraphs) {
      if (text.length < longestText) text += `${paragraph.text} `;
      if (paragraph.isHeading && headings.length < 3) headings.push(paragraph.text);
    }
    return findSigns({
      ...{ title, refresh, pictures, passwordFields },
      ...{ headings, html: page.format === "html" ? page.html : "", text },
    });
  },
  isValue: (value) => Array.isArray(value) && value.every(isSign),
  isEmpty: () => false,
};

function isSign(value: unknown): boolean {
  const { kind, strength, marks } = membersOf<Sign>(value);
  return isText(kind) && isShare(strength) && isTexts(marks);
}
