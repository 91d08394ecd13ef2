import { describe, expect, it } from "vitest";
import { tokenSequence } from "../../../src/page/features/words.js";
import { longestSequence } from "../../../src/base/math/edit-distance.js";
import { english, pageOf } from "./page.js";

describe("the token sequence of a page", () => {
  it("keeps the order and the repetitions", () => {
    const value = tokenSequence.extract(pageOf("the museums open the museum"), english);
    expect(tokenSequence.normalise?.(value, english, "en")).toEqual(["museum", "open", "museum"]);
  });

  it("of a page too long for an edit distance holds only as much as shows it", () => {
    const value = new Array<string>(longestSequence + 500).fill("word");
    expect(tokenSequence.normalise?.(value, english, "en")).toHaveLength(longestSequence + 1);
  });

  it("without tokens is nothing to compare with", () => {
    expect(tokenSequence.isEmpty([])).toBe(true);
    expect(tokenSequence.isEmpty(["museum"])).toBe(false);
  });
});
