import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sketchBands } from "../../../src/extensions/soft404/sketch-bands.js";

describe("bands of a sketch", () => {
  const hash = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const sketch = fc
    .uniqueArray(hash, { minLength: 64, maxLength: 128 })
    .map((hashes) => hashes.sort((a, b) => a - b));

  it("equal sketches have equal bands, and a short text has no sketch", () => {
    fc.assert(
      fc.property(sketch, (one) => {
        expect(sketchBands([...one])).toEqual(sketchBands(one));
      }),
    );
    expect(sketchBands([1, 2, 3, 4, 5])).toEqual([]);
  });

  it("sketches of unrelated texts share no bands", () => {
    fc.assert(
      fc.property(sketch, sketch, (one, other) => {
        const known = new Set(sketchBands(one));
        expect(sketchBands(other).filter((band) => known.has(band))).toEqual([]);
      }),
    );
  });
});
