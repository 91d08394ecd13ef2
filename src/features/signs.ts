import { readOutline } from "../preprocess/outline.js";
import { findSigns } from "../signs/find-signs.js";
import type { Feature } from "../types.js";

/** Kind, strength (0 to 1) and marks of each sign, plainest first. */
export type Signs = readonly (readonly [
  kind: string,
  strength: number,
  marks: readonly string[],
])[];

/** Characters of text beyond which nothing is looked at. */
const longestText = 40_000;

/** Signs that a page is not the page any more: suspended, parked, an error, a wall, spam (see src/signs). */
export const signs: Feature<Signs> = {
  keyword: "signs",
  summary: "Kinds of page that the page says it is, with the words that give it away.",

  extract(page) {
    const { title, refresh, pictures, passwordFields } = readOutline(page);
    let text = "";
    const headings: string[] = [];
    for (const paragraph of page.paragraphs) {
      if (text.length < longestText) text += `${paragraph.text} `;
      if (paragraph.isHeading && headings.length < 3) headings.push(paragraph.text);
    }
    const found = findSigns({
      ...{ title, refresh, pictures, passwordFields },
      ...{ headings, html: page.html, text },
    });
    return found.map(({ kind, strength, marks }) => [kind, strength, marks]);
  },
  isEmpty: () => false,
};
