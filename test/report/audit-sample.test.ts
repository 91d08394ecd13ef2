import { describe, expect, it } from "vitest";
import { AuditSample, type Drawable } from "../../src/report/review-queue.js";

const mementos = (count: number): Drawable[] =>
  Array.from({ length: count }, (_, place) => ({
    timeMap: 0,
    place,
    uriM: `http://archive.example/${place}`,
    certainty: ((place * 7919) % count) / count,
  }));

function drawn(all: readonly Drawable[]): ReturnType<AuditSample["drawn"]> {
  const sample = new AuditSample();
  for (const each of all) sample.add(each);
  return sample.drawn();
}

describe("the audit sample", () => {
  it("draws the 60 mementos nearest to the threshold and 60 others, with their probabilities", () => {
    const all = mementos(5000);
    const sample = drawn(all);
    const near = sample.slice(0, 60);
    expect(sample).toHaveLength(120);
    expect(new Set(sample.map(({ place }) => place)).size).toBe(120);
    expect(near.map(({ certainty = 1 }) => certainty)).toEqual(
      all
        .map(({ certainty = 1 }) => certainty)
        .sort((a, b) => a - b)
        .slice(0, 60),
    );
    expect(new Set(near.map((each) => each.drawn))).toEqual(new Set([1]));
    expect(new Set(sample.slice(60).map((each) => each.drawn))).toEqual(new Set([60 / 4940]));
  });

  it("draws the same audit sample for any order of the mementos", () => {
    const all = mementos(3000);
    expect(drawn(all.toReversed())).toEqual(drawn(all));
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
    expect(drawn(mementos(3).map((each) => ({ ...each, certainty: undefined })))).toHaveLength(3);
  });
});
