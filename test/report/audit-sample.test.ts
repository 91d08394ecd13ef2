import { describe, expect, it } from "vitest";
import { type Drawable, RandomSample } from "../../src/report/review-queue.js";

const mementos = (count: number): Drawable[] =>
  Array.from({ length: count }, (_, place) => ({
    timeMap: 0,
    place,
    uriM: `http://archive.example/${place}`,
  }));

/** Draws from mementos, of which the first `checks` are checks. */
function drawn(all: readonly Drawable[], checks = 60): ReturnType<RandomSample["drawn"]> {
  const sample = new RandomSample();
  for (const each of all) sample.add(each);
  return sample.drawn(all.filter(({ place }) => place < checks));
}

describe("the audit sample", () => {
  it("has the checks and 60 other mementos, with their probabilities", () => {
    const sample = drawn(mementos(5000));
    expect(sample).toHaveLength(120);
    expect(new Set(sample.map(({ place }) => place)).size).toBe(120);
    const near = sample.slice(0, 60);
    expect(near.map(({ place }) => place)).toEqual([...Array.from({ length: 60 }).keys()]);
    expect(new Set(near.map((each) => each.drawn))).toEqual(new Set([1]));
    expect(new Set(sample.slice(60).map((each) => each.drawn))).toEqual(new Set([60 / 4940]));
  });

  it("draws 60 mementos at random if there are fewer checks, or none", () => {
    for (const checks of [0, 7]) {
      const sample = drawn(mementos(5000), checks);
      expect(sample).toHaveLength(checks + 60);
      expect(sample.at(-1)!.drawn).toBe(60 / (5000 - checks));
    }
  });

  it("draws the same random mementos for any order of the mementos", () => {
    const all = mementos(3000);
    const places = (some: readonly Drawable[]): number[] =>
      drawn(some)
        .map(({ place }) => place)
        .sort((a, b) => a - b);
    expect(places(all.toReversed())).toEqual(places(all));
  });

  it("draws every memento about equally often", () => {
    // 60 of 3000 mementos are drawn at random: about 20 of each third.
    const third = drawn(mementos(3000))
      .slice(60)
      .map(({ place }) => Math.floor(place / 1000));
    for (const part of [0, 1, 2]) {
      expect(third.filter((each) => each === part).length).toBeGreaterThan(8);
    }
  });

  it("draws every memento of a small collection with probability 1", () => {
    const sample = drawn(mementos(100));
    expect(sample).toHaveLength(100);
    expect(sample.every((each) => each.drawn === 1)).toBe(true);
    expect(drawn(mementos(3), 0)).toHaveLength(3);
  });
});
