import { text } from "../../base/codec.js";
import { readTextOptions } from "../feature-values.js";
import type { Feature } from "../types.js";

/**
 * Beginning of the compared text, for people: at most `characters` UTF-16 code units, one block of text per line,
 * without control characters.
 */
export const excerpt: Feature<string> = {
  keyword: "excerpt",
  summary: "Beginning of the text, for reports.",

  extract(page, options) {
    const { characters } = options as { readonly characters: number };
    const { boilerplate, language } = readTextOptions(options);
    // White space is collapsed below, so this reads more text than needed.
    const text = page.text(boilerplate, language).slice(0, 4 * characters);
    const readable = text
      .replace(/[^\S\n]+/gu, " ")
      .replace(/ ?\n\s*/gu, "\n")
      .replace(/[^\P{C}\n]/gu, "")
      .trim();
    if (readable.length <= characters) return readable;
    // A character that the cut would divide is dropped.
    return `${readable.slice(0, characters - 1).replace(/\p{Cs}$/u, "")}…`;
  },
  isValue: text.is,
  isEmpty: (value) => value === "",
};
