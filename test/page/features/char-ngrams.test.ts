import { describe, expect, it } from "vitest";
import { charNgrams } from "../../../src/page/features/words.js";
import type { Paragraph } from "../../../src/page/types.js";
import { pageOf } from "./page.js";

const paragraph = (text: string): Paragraph => ({
  text,
  domPath: "html.body.p",
  linkCharacters: 0,
  isHeading: false,
});
const sketch = (...texts: readonly string[]): readonly number[] =>
  charNgrams.extract(pageOf("", { paragraphs: texts.map(paragraph) }), {});

describe("the sketch of character n-grams", () => {
  it("keeps the 256 smallest distinct n-gram hashes in ascending order", () => {
    const text = Array.from({ length: 2000 }, (_, at) => `word${at * 7919}`).join(" ");
    const value = sketch(text);
    expect(value).toHaveLength(256);
    expect(value).toEqual([...new Set(value)].sort((a, b) => a - b));
  });

  it("makes the same n-gram sketch of a text if the text is repeated", () => {
    const text = Array.from({ length: 90 }, (_, at) => `word${at * 7919} `).join("");
    const twice = sketch(text.repeat(2));
    expect(twice).toHaveLength(256);
    expect(sketch(text.repeat(50))).toEqual(twice);
  });

  it("ignores case, punctuation and white space in the n-gram sketch", () => {
    expect(sketch("The Old, Lighthouse!")).toEqual(sketch("the old", "lighthouse"));
  });

  it("takes n-grams of five characters, or of two in scripts without spaces", () => {
    expect(sketch("abcd")).toHaveLength(2);
    const other = new Set(sketch("博物館と灯台"));
    expect(sketch("灯台博物館").filter((hash) => other.has(hash))).toHaveLength(3);
  });

  it("makes an empty n-gram sketch of a page without words", () => {
    expect(charNgrams.isEmpty(sketch())).toBe(true);
    expect(charNgrams.isEmpty(sketch("lantern"))).toBe(false);
  });
});
