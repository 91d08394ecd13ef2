import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lowerBound, upperBound, wilsonInterval } from "../../../src/base/math/binomial.js";

describe("intervals of a share", () => {
  it("gives the same Wilson intervals as a published table", () => {
    // Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for (const [count, of, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      const interval = wilsonInterval(count, of);
      expect(interval.low).toBeCloseTo(low, 4);
      expect(interval.high).toBeCloseTo(high, 4);
    }
  });

  it("gives the same Clopper-Pearson intervals as a published table", () => {
    // Same table: 95%, with 2.5% on each side.
    for (const [count, of, low, high] of [
      [81, 263, 0.2527, 0.3676],
      [15, 148, 0.0578, 0.1617],
      [0, 20, 0, 0.1684],
      [1, 29, 0.0009, 0.1776],
    ] as const) {
      expect(lowerBound(count, of, 0.025)).toBeCloseTo(low, 4);
      expect(upperBound(count, of, 0.025)).toBeCloseTo(high, 4);
    }
  });

  it("gives intervals that contain the observed share and are wider for fewer samples", () => {
    const counts = fc
      .tuple(fc.nat({ max: 400 }), fc.nat({ max: 400 }))
      .map(([a, b]) => [a, a + b + 1] as const);
    fc.assert(
      fc.property(counts, ([count, of]) => {
        const { low, high } = wilsonInterval(count, of);
        for (const [from, to] of [
          [low, high],
          [lowerBound(count, of, 0.025), upperBound(count, of, 0.025)],
        ] as const) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(from).toBeLessThanOrEqual(count / of + 1e-12);
          expect(to).toBeGreaterThanOrEqual(count / of - 1e-12);
          expect(to).toBeLessThanOrEqual(1);
        }
        expect(upperBound(2 * count, 2 * of, 0.05)).toBeLessThanOrEqual(
          upperBound(count, of, 0.05) + 1e-12,
        );
      }),
    );
  });
});
