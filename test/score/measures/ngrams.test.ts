import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ngrams } from "../../../src/score/measures/ngrams.js";
import { settingsOf } from "./settings.js";

const settings = settingsOf();
const ascending = (values: Iterable<number>): number[] =>
  [...new Set(values)].sort((a, b) => a - b);

describe("similarity of character n-grams", () => {
  it("scores small sets of n-grams by Jaccard's index", () => {
    const sets = fc.array(fc.nat(300), { maxLength: 120 });
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        const [one, other] = [new Set(a), new Set(b)];
        const all = new Set([...a, ...b]);
        const shared = [...one].filter((value) => other.has(value)).length;
        const expected = all.size === 0 ? 1 : shared / all.size;
        expect(ngrams.score(ascending(a), ascending(b), settings)).toBeCloseTo(expected, 12);
      }),
    );
  });

  it("scores large sets of n-grams by the 256 smallest hashes of their union", () => {
    const even = Array.from({ length: 256 }, (_, at) => 2 * at);
    const all = Array.from({ length: 256 }, (_, at) => at);
    expect(ngrams.score(even, all, settings)).toBe(0.5);
  });
});
