import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  positionsOf,
  timesOf,
  scoreScale,
  timeTicks,
} from "../../../src/report/browser/chart-model.js";
import {
  placesAround,
  sharesOfTime,
  stripColumns,
} from "../../../src/report/browser/time-columns.js";
import type { PageTimeMap } from "../../../src/report/page-data.js";

const times = (...dates: readonly string[]): number[] => timesOf(dates);
const labels = (ticks: readonly { readonly label: string }[]): string[] =>
  ticks.map(({ label }) => label);

describe("the layout of a timeline", () => {
  it("leaves room for the years without a memento in a timeline by date", () => {
    expect(positionsOf([0, 10, 100], 200)).toEqual([0, 20, 200]);
  });
});

describe("the time axis", () => {
  it("labels a time axis with rounded dates in the shortest form that distinguishes them", () => {
    expect(labels(timeTicks(times("2009-05-01", "2014-03-01"), 500, 5))).toEqual([
      "2010",
      "2011",
      "2012",
      "2013",
      "2014",
    ]);
    expect(labels(timeTicks(times("2013-01-15", "2013-04-15"), 500, 3))).toEqual([
      "2013-02",
      "2013-03",
      "2013-04",
    ]);
    const night = times("2013-01-01T22:00:00Z", "2013-01-02T01:00:00Z");
    expect(labels(timeTicks(night, 500, 3))).toEqual([
      "01-01 22:00",
      "01-01 23:00",
      "01-02 00:00",
      "01-02 01:00",
    ]);
  });
});

describe("the scale of a measure", () => {
  it("extends a scale of nearly equal scores by one unit on both sides", () => {
    expect(scoreScale([5e-324], -5e-324)).toMatchObject({ low: -1, high: 1 });
    expect(scoreScale([250_000.000_000_01, 250_000], undefined)).toMatchObject({
      low: 249_999,
      high: 250_002,
    });
  });

  it("includes every score and the threshold in a scale", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true })),
        fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { nil: undefined }),
        (scores, threshold) => {
          const { low, high } = scoreScale(scores, threshold);
          expect(high).toBeGreaterThan(low);
          for (const score of [...scores, threshold ?? low]) {
            expect(score >= low && score <= high).toBe(true);
          }
        },
      ),
    );
  });
});

describe("a TimeMap in little", () => {
  const little = (strip: string, days: string): PageTimeMap => ({
    ...{ uriT: "", seed: "", onTopic: 0, offTopic: 0, undecided: 0, offRuns: 0 },
    ...{ strip, days },
  });

  it("has every memento at its date, in a time span of its own or of the collection", () => {
    expect(sharesOfTime(little("..x", "0 a a"))).toEqual([0, 0.5, 1]);
    const day = 24 * 60 * 60 * 1000;
    expect(sharesOfTime(little("..x", "0 a a"), { from: 0, to: 40 * day })).toEqual([0, 0.25, 0.5]);
    expect(sharesOfTime(little("..", " "))).toEqual([0, 0.5]);
    expect(stripColumns("..x?", [0, 0.01, 0.5, 1], 4)).toEqual([
      { onTopic: 2, offTopic: 0, undecided: 0 },
      undefined,
      { onTopic: 0, offTopic: 1, undecided: 0 },
      { onTopic: 0, offTopic: 0, undecided: 1 },
    ]);
  });
});

describe("the part of a long TimeMap that is shown", () => {
  it("has the selected memento, at most 500 in all, and lies within the TimeMap", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat(), (of, at) => {
        const place = at % of;
        const { from, count } = placesAround(place, of);
        expect([from >= 0, from + count <= of, count]).toEqual([true, true, Math.min(of, 500)]);
        expect(place >= from && place < from + count).toBe(true);
      }),
    );
  });
});
