import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BottomK } from "../../../src/base/math/sketch.js";

const bottom = (values: Iterable<number>, k: number): number[] => {
  const smallest = new BottomK(k);
  for (const value of values) smallest.add(value);
  return smallest.values();
};

describe("the k smallest different numbers", () => {
  it("keeps the k smallest different numbers in any order of arrival", () => {
    const small = fc.integer({ min: 0, max: 60 });
    const any = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(small, any), { maxLength: 400 }),
        fc.integer({ min: 1, max: 20 }),
        (values, k) => {
          const expected = [...new Set(values)].sort((a, b) => a - b).slice(0, k);
          expect(bottom(values, k)).toEqual(expected);
        },
      ),
    );
  });
});
