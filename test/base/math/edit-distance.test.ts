import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { levenshtein, longestSequence } from "../../../src/base/math/edit-distance.js";

/** The table of distances, row by row, as the textbooks have it. */
function table(one: readonly string[], other: readonly string[]): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  one.forEach((token, row) => {
    const next = [row + 1];
    other.forEach((otherToken, column) => {
      const replaced = above[column]! + (token === otherToken ? 0 : 1);
      next.push(Math.min(above[column + 1]! + 1, next[column]! + 1, replaced));
    });
    above = next;
  });
  return above.at(-1)!;
}

const words = (text: string): string[] => text.split(" ").filter((word) => word !== "");

describe("Levenshtein distance", () => {
  it("counts the words that are inserted, removed or replaced", () => {
    const page = words("the museum opens its doors on monday");
    expect(levenshtein(page, page)).toBe(0);
    expect(levenshtein(page, words("the museum opens all its doors on monday"))).toBe(1);
    expect(levenshtein(page, words("museum opens its doors on tuesday"))).toBe(2);
    expect(levenshtein(page, [])).toBe(7);
    expect(levenshtein([], page)).toBe(7);
    expect(levenshtein(Array.from("kitten"), Array.from("sitting"))).toBe(3);
  });

  it("is what the table of distances gives, across the borders of machine words", () => {
    const sequence = fc.array(fc.constantFrom("a", "b", "c", "constructor"), { maxLength: 110 });
    fc.assert(
      fc.property(sequence, sequence, (one, other) => {
        expect(levenshtein(one, other)).toBe(table(one, other));
      }),
      { numRuns: 300 },
    );
  });

  it("is computed up to 50,000 tokens and refused above", () => {
    const longest = Array.from({ length: longestSequence }, (_, at) => `w${at}`);
    expect(levenshtein(longest, longest.toReversed())).toBe(longestSequence);
    expect(() => levenshtein([...longest, "one more"], ["short"])).toThrow(/50000 tokens/);
  });
});
