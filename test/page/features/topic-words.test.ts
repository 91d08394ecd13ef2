import { describe, expect, it } from "vitest";
import { topicWords } from "../../../src/page/features/words.js";
import { english, pageOf } from "./page.js";

describe("the topic words of a page", () => {
  it("lists topic words unchanged, with an empty word instead of punctuation", () => {
    expect(topicWords.extract(pageOf("Keepers of the lamps , - 1823"), english)).toEqual({
      words: ["Keepers", "of", "the", "lamps", "", "1823"],
      widths: [7, 2, 3, 5, 3, 4],
    });
  });

  it("separates topic words at a megabyte without spaces, and keeps the record small", () => {
    const value = topicWords.extract(pageOf(`lamp ${"x".repeat(1_000_000)} lens`), english);
    expect(value).toEqual({ words: ["lamp", "", "lens"], widths: [4, 1_000_000, 4] });
  });

  it("lists at most a hundred thousand topic words", () => {
    const value = topicWords.extract(pageOf("lamp ".repeat(100_500)), english);
    expect(value.words).toHaveLength(100_000);
  });
});
