import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block, Boundary } from "../../../src/pages/density/blocks.js";
import { fuseBlocks, type FusionName } from "../../../src/pages/density/fusions.js";

const blocksOf = (densities: readonly number[], boundaries: readonly Boundary[] = []): Block[] =>
  densities.map((density, at) => ({
    from: at,
    to: at + 1,
    boundary: boundaries[at] ?? "density",
    tokens: density,
    lines: 1,
    words: density,
    linkWords: 0,
    density,
  }));

/** How many leaves each fragment has. */
const sizes = (
  fusion: FusionName,
  vmax: number,
  densities: readonly number[],
  boundaries?: readonly Boundary[],
): number[] =>
  fuseBlocks(blocksOf(densities, boundaries), fusion, vmax).blocks.map(({ from, to }) => to - from);

describe("plain fusion", () => {
  it("fuses neighbours whose densities differ by less than Vmax", () => {
    expect(sizes("plain", 0.38, [10, 8, 2, 2])).toEqual([2, 2]);
  });

  it("does not fuse at a difference of Vmax itself", () => {
    expect(sizes("plain", 0.5, [10, 5])).toEqual([1, 1]);
  });

  it("compares the fused block as it grows, and goes on until nothing changes", () => {
    // 10 and 8 make 9; 9 and 6 differ by a third, which 8 and 6 would not show.
    expect(sizes("plain", 0.3, [10, 8, 6])).toEqual([2, 1]);
    const { work } = fuseBlocks(blocksOf([10, 4, 4, 14]), "plain", 0.45);
    expect(work.passes).toBeGreaterThan(1);
  });
});

describe("smooth fusion", () => {
  it("joins a thin block between two equally dense ones", () => {
    expect(sizes("smooth", 0.38, [10, 2, 10])).toEqual([3]);
    expect(sizes("plain", 0.38, [10, 2, 10])).toEqual([1, 1, 1]);
  });

  it("leaves a dense block between two thin ones, and unequal neighbours, alone", () => {
    expect(sizes("smooth", 0.38, [2, 10, 2])).toEqual([1, 1, 1]);
    expect(sizes("smooth", 0.38, [10, 2, 9])).toEqual([1, 1, 1]);
  });
});

describe("rule-based fusion", () => {
  it("follows the tags before the densities", () => {
    expect(sizes("rule", 0.38, [10, 10, 1, 1.1], ["density", "gap", "join", "density"])).toEqual([
      1, 2, 1,
    ]);
  });
});

describe("greedy fusion", () => {
  it("grows its window while differences stay below the mean of Vmax and those before", () => {
    // Differences 0.1, 0.111, 0.25: the mean of 0.32, 0.1 and 0.111 is 0.177.
    expect(sizes("greedy", 0.32, [10, 9, 8, 6, 1])).toEqual([3, 1, 1]);
  });

  it("compares neighbours, not the window, within a pass", () => {
    const { work } = fuseBlocks(blocksOf([1, 10, 1, 10]), "greedy", 0.5);
    expect(work).toEqual({ passes: 1, comparisons: 3 });
  });
});

describe("every fusion", () => {
  const fusion = fc.constantFrom<FusionName>("plain", "smooth", "rule", "greedy");
  const densities = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 });

  it("keeps all leaves, in order", () => {
    fc.assert(
      fc.property(
        fusion,
        densities,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (name, given, vmax) => {
          const { blocks } = fuseBlocks(blocksOf(given), name, vmax);
          expect(blocks.flatMap(({ from, to }) => given.slice(from, to))).toEqual(given);
          const tokens = blocks.reduce((sum, block) => sum + block.tokens, 0);
          expect(tokens).toBe(given.reduce((sum, density) => sum + density, 0));
        },
      ),
    );
  });

  it("is at rest when it is done", () => {
    fc.assert(
      fc.property(fusion, densities, (name, given) => {
        const { blocks } = fuseBlocks(blocksOf(given), name, 0.38);
        expect(fuseBlocks(blocks, name, 0.38).blocks).toHaveLength(blocks.length);
      }),
    );
  });

  it("at Vmax 0 leaves all but what tags join, at 1 makes one of all that have words", () => {
    expect(sizes("plain", 0, [3, 3, 3])).toEqual([1, 1, 1]);
    expect(sizes("plain", 1, [1, 20, 3])).toEqual([3]);
  });
});
