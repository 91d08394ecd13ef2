import { all, record, text } from "../../base/codec.js";
import { outlineOfAny } from "../html/outline.js";
import type { Feature } from "../types.js";

export type Outlinks = {
  readonly title: string;
  /** Base URI that the page declares for relative links. Empty if it declares none. */
  readonly base: string;
  /** Distinct links in order, without links to a place on the same page. */
  readonly links: readonly string[];
};

/** A page with more links is a directory of links or a trap for crawlers. */
const mostLinks = 1_000;

export const outlinks: Feature<Outlinks> = {
  keyword: "outlinks",
  summary: "Title and links of the page.",

  extract(page) {
    const { title, base = "", links } = outlineOfAny(page);
    const distinct = new Set<string>();
    for (const href of links) {
      const link = href.trim().replace(/#.*$/su, "");
      if (link !== "" && distinct.size < mostLinks) distinct.add(link);
    }
    return { title, base, links: [...distinct] };
  },
  isValue: record<Outlinks>({ title: text, base: text, links: all(text) }).is,
  isEmpty: ({ links }) => links.length === 0,
};
