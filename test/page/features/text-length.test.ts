import { describe, expect, it } from "vitest";
import { textLength } from "../../../src/page/features/sizes.js";
import { openPage } from "../../../src/page/page.js";

const lengthOf = (html: string): number =>
  textLength.extract(openPage(Buffer.from(html), "text/html; charset=utf-8"), {});

describe("the length of the visible text", () => {
  it("counts the characters of paragraphs without markup, scripts and styles", () => {
    expect(lengthOf("<p>lamps</p><script>var x</script><style>p{}</style><p>oil</p>")).toBe(8);
  });

  it("treats the text length of a page without visible text as empty", () => {
    expect(textLength.isEmpty(lengthOf("<html><title>lamps</title><body></body>"))).toBe(true);
  });
});
