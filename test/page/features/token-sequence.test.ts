import { describe, expect, it } from "vitest";
import { tokenSequence } from "../../../src/page/features/words.js";
import { longestSequence } from "../../../src/base/math/edit-distance.js";
import { english, pageOf } from "./page.js";

describe("the token sequence of a page", () => {
  it("keeps the order and repetition of words in the token sequence", () => {
    const value = tokenSequence.extract(pageOf("the museums open the museum"), english);
    expect(tokenSequence.normalise?.(value, english, "en")).toEqual(["museum", "open", "museum"]);
  });

  it("keeps only as much of a token sequence as shows that it is too long", () => {
    const value = new Array<string>(longestSequence + 500).fill("word");
    expect(tokenSequence.normalise?.(value, english, "en")).toHaveLength(longestSequence + 1);
  });

  it("treats a token sequence without tokens as empty", () => {
    expect(tokenSequence.isEmpty([])).toBe(true);
    expect(tokenSequence.isEmpty(["museum"])).toBe(false);
  });
});
