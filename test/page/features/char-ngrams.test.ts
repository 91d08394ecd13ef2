import { describe, expect, it } from "vitest";
import { charNgrams } from "../../../src/page/features/words.js";
import type { Paragraph } from "../../../src/page/types.js";
import { pageOf } from "./page.js";

const paragraph = (text: string): Paragraph => ({
  text,
  domPath: "html.body.p",
  linkCharacters: 0,
  tagCount: 0,
  isHeading: false,
});
const sketch = (...texts: readonly string[]): readonly number[] =>
  charNgrams.extract(pageOf("", { paragraphs: texts.map(paragraph) }), {});

describe("the sketch of character n-grams", () => {
  it("is the smallest hashes, ascending, each once, at most 256 of them", () => {
    const text = Array.from({ length: 2000 }, (_, at) => `word${at * 7919}`).join(" ");
    const value = sketch(text);
    expect(value).toHaveLength(256);
    expect(value).toEqual([...new Set(value)].sort((a, b) => a - b));
  });

  it("is the same of a text that says the same again and again", () => {
    const text = Array.from({ length: 90 }, (_, at) => `word${at * 7919} `).join("");
    const twice = sketch(text.repeat(2));
    expect(twice).toHaveLength(256);
    expect(sketch(text.repeat(50))).toEqual(twice);
  });

  it("does not see case, punctuation or white space", () => {
    expect(sketch("The Old, Lighthouse!")).toEqual(sketch("the old", "lighthouse"));
  });

  it("has windows of five characters where words have spaces, and of two where they have none", () => {
    expect(sketch("abcd")).toHaveLength(2);
    const other = new Set(sketch("博物館と灯台"));
    expect(sketch("灯台博物館").filter((hash) => other.has(hash))).toHaveLength(3);
  });

  it("of a page without words is empty", () => {
    expect(charNgrams.isEmpty(sketch())).toBe(true);
    expect(charNgrams.isEmpty(sketch("lantern"))).toBe(false);
  });
});
