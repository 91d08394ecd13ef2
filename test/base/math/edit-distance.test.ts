import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { levenshtein } from "../../../src/base/math/edit-distance.js";

/** Textbook implementation: the table of distances, row by row. */
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
  it("counts inserted, removed and replaced words in the Levenshtein distance", () => {
    const page = words("the museum opens its doors on monday");
    expect(levenshtein(page, page)).toBe(0);
    expect(levenshtein(page, words("the museum opens all its doors on monday"))).toBe(1);
    expect(levenshtein(page, words("museum opens its doors on tuesday"))).toBe(2);
    expect(levenshtein(page, [])).toBe(7);
    expect(levenshtein([], page)).toBe(7);
    expect(levenshtein(Array.from("kitten"), Array.from("sitting"))).toBe(3);
  });

  it("computes the same edit distance as the textbook table, across the borders of machine words", () => {
    const sequence = fc.array(fc.constantFrom("a", "b", "c", "constructor"), { maxLength: 110 });
    fc.assert(
      fc.property(sequence, sequence, (one, other) => {
        expect(levenshtein(one, other)).toBe(table(one, other));
      }),
      { numRuns: 100 },
    );
  });
});
