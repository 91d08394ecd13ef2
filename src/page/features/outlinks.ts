import { all, record, text } from "../../base/codec.js";
import { outlineOfAny } from "../html/outline.js";
import type { Feature } from "../types.js";

/** Where a page leads, as it writes it. */
export type Outlinks = {
  readonly title: string;
  /** What links are relative to, where the page says that; empty where it does not. */
  readonly base: string;
  /** Each once, in order, without those that stay on the page. */
  readonly links: readonly string[];
};

/** A page with more links than this is a list of links or a trap. */
const mostLinks = 1_000;

/** The title and the links of a page, for following them. */
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
