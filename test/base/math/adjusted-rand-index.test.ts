import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareGroupings } from "../../../src/base/math/adjusted-rand-index.js";

const agreement = (groups: string, labels: string): ReturnType<typeof compareGroupings> =>
  compareGroupings(Array.from(groups), Array.from(labels));

describe("the agreement of two groupings", () => {
  // Expected by hand: pairs together in both, minus those by chance, divided by the mean of groups and labels minus
  // those by chance.
  it.each([
    // Of 15 pairs: 2 in both, 6 in groups, 3 in labels, 6 * 3 / 15 by chance: (2 - 1.2) / (4.5 - 1.2).
    ["aaabbb", "xxyyzz", 0.8 / 3.3, 4 / 6],
    // Of 6 pairs: none in both, 2 in groups, 2 in labels, 2/3 by chance: (0 - 2/3) / (2 - 2/3).
    ["aabb", "xyxy", -0.5, 0.5],
    // All 6 pairs are in groups, so the 2 of the labels are in both, as expected by chance.
    ["aaaa", "xxyy", 0, 0.5],
    ["abcd", "xxyy", 0, 1],
  ])(
    "computes index and purity of the groups %s against the labels %s",
    (groups, labels, index, purity) => {
      expect(agreement(groups, labels).adjustedRandIndex).toBeCloseTo(index, 12);
      expect(agreement(groups, labels).purity).toBeCloseTo(purity, 12);
    },
  );

  it("computes the adjusted Rand index as defined over pairs", () => {
    const names = fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(names, (things) => {
        let [both, first, second, all] = [0, 0, 0, 0];
        for (const [at, one] of things.entries()) {
          for (const other of things.slice(at + 1)) {
            both += one[0] === other[0] && one[1] === other[1] ? 1 : 0;
            first += one[0] === other[0] ? 1 : 0;
            second += one[1] === other[1] ? 1 : 0;
            all += 1;
          }
        }
        const expected = (first * second) / all;
        const most = (first + second) / 2;
        const { adjustedRandIndex } = compareGroupings(
          things.map(([group]) => group),
          things.map(([, label]) => label),
        );
        if (Math.abs(most - expected) > 1e-9)
          expect(adjustedRandIndex).toBeCloseTo((both - expected) / (most - expected), 9);
        else expect(adjustedRandIndex).toBe(1);
      }),
    );
  });
});
