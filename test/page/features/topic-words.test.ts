import { describe, expect, it } from "vitest";
import { topicWords } from "../../../src/page/features/words.js";
import { openPage } from "../../../src/page/page.js";
import { english, pageOf } from "./page.js";

describe("the words of a page with what parts them", () => {
  it("are as they stand, with an empty word in the place of punctuation", () => {
    expect(topicWords.extract(pageOf("Keepers of the lamps , - 1823"), english)).toEqual({
      words: ["Keepers", "of", "the", "lamps", "", "1823"],
      widths: [7, 2, 3, 5, 3, 4],
    });
  });

  it("of a page without words are none", () => {
    const value = topicWords.extract(pageOf("... -- !"), english);
    expect(topicWords.isEmpty(value)).toBe(true);
  });

  it("of a megabyte without a space are parted there, and the record stays small", () => {
    const value = topicWords.extract(pageOf(`lamp ${"x".repeat(1_000_000)} lens`), english);
    expect(value).toEqual({ words: ["lamp", "", "lens"], widths: [4, 1_000_000, 4] });
  });

  it("of a real page are those of its paragraphs, markup left out", () => {
    const html =
      "<html><body><script>var lamp</script><p>The <b>light</b> houses.</p></body></html>";
    const value = topicWords.extract(openPage(Buffer.from(html), "text/html"), english);
    expect(value).toMatchObject({ words: ["The", "light", "houses", ""] });
  });

  it("beyond the first hundred thousand are not looked at", () => {
    const value = topicWords.extract(pageOf("lamp ".repeat(100_500)), english);
    expect(value.words).toHaveLength(100_000);
  });
});
