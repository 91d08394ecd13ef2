import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  pageDistances,
  placesByDistance,
} from "../../../../src/extensions/structure/clusters/distance-map.js";
import { parseElements } from "../../../../src/page/html/element-tree.js";

describe("map of distances", () => {
  it("computes the distance of two pages from their style and structure", () => {
    const pages = ['<p class="a b"><p>', '<p class="b c"><ul></ul>', '<p class="a b"><p>'].map(
      (html) => parseElements(html),
    );
    // Each page has html, head, body and two elements, one of which differs; the pages share one class of three.
    const apart = 0.25 * (1 / 10) + 0.75 * (1 - 1 / 3);
    const distances = pageDistances(pages, { structureWeight: 0.25 });
    expect(distances[0]![1]).toBeCloseTo(apart, 12);
    expect(distances[1]![0]).toBeCloseTo(apart, 12);
    expect(distances.map((row) => row[2])).toEqual([0, distances[0]![1], 0]);
  });

  it("places points in the plane with the given distances between them", () => {
    const point = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }));
    const apart = (one: readonly number[], other: readonly number[]): number =>
      Math.hypot(one[0]! - other[0]!, one[1]! - other[1]!);
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 12 }), (points) => {
        const distances = points.map((one) =>
          Float64Array.from(points, (other) => apart(one, other)),
        );
        const { places, share } = placesByDistance(distances);
        expect(share).toBeCloseTo(1, 6);
        for (const [one, row] of distances.entries()) {
          for (const [other, distance] of row.entries()) {
            expect(apart(places[one]!, places[other]!)).toBeCloseTo(distance, 4);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it("reports what share of the distances the plane represents", () => {
    // Four points at equal distances need three dimensions of equal weight.
    const distances = [0, 1, 2, 3].map((one) =>
      Float64Array.from([0, 1, 2, 3], (other) => (one === other ? 0 : 1)),
    );
    expect(placesByDistance(distances).share).toBeCloseTo(2 / 3, 9);
  });
});
