import type { Page } from "../../src/types.js";

/** A page whose text is its words: a stand-in for the room of preprocessing. */
export function pageOf(html: string, overrides: Partial<Page> = {}): Page {
  return {
    bytes: Buffer.from(html),
    html,
    charset: { name: "UTF-8", from: "default" },
    paragraphs: [],
    bodyText: html,
    text: () => html,
    tokens: ({ lowerCase }) =>
      (lowerCase ? html.toLowerCase() : html).split(/\s+/u).filter((word) => word !== ""),
    notes: [],
    ...overrides,
  };
}

/** Options of the features of words, as a run in English has them. */
export const english = {
  boilerplate: "all-paragraphs",
  language: "en",
  lowerCase: false,
  stem: true,
  stopWords: true,
};
