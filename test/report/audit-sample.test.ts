import { describe, expect, it } from "vitest";
import { drawnAtRandom, type Passed } from "../../src/report/review-list.js";

const mementos = (count: number): Passed[] =>
  Array.from({ length: count }, (_, place) => ({
    timeMap: 0,
    place,
    uriM: `http://archive.example/${place}`,
  }));

/** Draws from mementos, of which the first `checks` are checks. */
const drawn = (all: readonly Passed[], checks = 60): ReturnType<typeof drawnAtRandom> =>
  drawnAtRandom(
    all,
    Array.from({ length: checks }, (_, place) => ({ timeMap: 0, places: [place] })),
  );

describe("the audit sample", () => {
  it("has 60 mementos with their probability, and none that a check decides", () => {
    for (const checks of [0, 7, 60]) {
      const { mementos: sample, drawn: probability } = drawn(mementos(5000), checks);
      expect(new Set(sample.map(({ place }) => place)).size).toBe(60);
      expect(sample.filter(({ place }) => place < checks)).toEqual([]);
      expect(probability).toBe(60 / (5000 - checks));
    }
  });

  it("draws the same random mementos for any order of the mementos", () => {
    const all = mementos(3000);
    const places = (some: readonly Passed[]): number[] =>
      drawn(some)
        .mementos.map(({ place }) => place)
        .sort((a, b) => a - b);
    expect(places(all.toReversed())).toEqual(places(all));
  });

  it("draws every memento about equally often", () => {
    // 60 of 3000 mementos are drawn at random: about 20 of each third.
    const third = drawn(mementos(3000)).mementos.map(({ place }) => Math.floor(place / 1000));
    for (const part of [0, 1, 2]) {
      expect(third.filter((each) => each === part).length).toBeGreaterThan(8);
    }
  });
});
