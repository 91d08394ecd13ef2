import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NearGroups, simhashBands } from "../../../src/base/math/near-groups.js";
import {
  hammingDistance,
  type Simhash,
  simhashFromDecimal,
} from "../../../src/base/math/simhash.js";

/** Hashes of which many differ in a few of twelve bits. */
const hash = fc
  .tuple(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.array(fc.nat(63), { maxLength: 8 }))
  .map(([value, flips]) =>
    flips.reduce((all, flip) => all ^ (1n << BigInt(flip % 12)), value >> 52n),
  )
  .map((value) => simhashFromDecimal(value.toString()));

const within =
  (most: number) =>
  (one: Simhash, other: Simhash): boolean =>
    hammingDistance(one, other) <= most;

describe("groups of nearly equal texts", () => {
  it("are the same by bands of Simhashes as by comparing all pairs", () => {
    fc.assert(
      fc.property(
        fc.array(hash, { maxLength: 30 }),
        fc.integer({ min: 0, max: 63 }),
        (hashes, most) => {
          const byBands = new NearGroups({ isNear: within(most) });
          const byPairs = new NearGroups({ isNear: within(most) });
          for (const each of hashes) {
            byBands.add(each, simhashBands(each, most + 1));
            byPairs.add(each, ["all"]);
          }
          expect(byBands.groups()).toEqual(byPairs.groups());
        },
      ),
    );
  });

  it("contain each item once, with every near item of a common key, in the order of the first members", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 30 }), (numbers) => {
        const near = new NearGroups<number>({ isNear: (a, b) => Math.abs(a - b) <= 1 });
        for (const each of numbers) near.add(each, ["all"]);
        const groups = near.groups();
        expect(groups.flat().sort((a, b) => a - b)).toEqual([...numbers.keys()]);
        expect(groups.map(([first]) => first)).toEqual(
          groups.map((group) => Math.min(...group)).sort((a, b) => a - b),
        );
        for (const [at, one] of numbers.entries())
          for (const [place, other] of numbers.entries())
            if (Math.abs(one - other) <= 1) expect(near.groupOf(at)).toBe(near.groupOf(place));
      }),
    );
  });

  it("compare an item with only so many items of a key if there is a limit", () => {
    let compared = 0;
    const isNear = (): boolean => {
      compared += 1;
      return false;
    };
    const near = new NearGroups<number>({ isNear, most: 8 });
    for (let at = 0; at < 1000; at += 1) near.add(at, ["all"]);
    expect(compared).toBeLessThan(8 * 1000);
  });
});
