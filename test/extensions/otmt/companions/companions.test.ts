import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  clusterBySimhash,
  type Clustered,
  sliceByDatetime,
  sliceCount,
} from "../../../../src/extensions/otmt/companions/similar.js";
import {
  excludeDuplicates,
  hostCategory,
  qualityScore,
  selectByLanguage,
  selectHighQuality,
} from "../../../../src/extensions/otmt/companions/select.js";
import type { SavedMemento } from "../../../../src/write/entry.js";
import { bits, memento } from "./mementos.js";

const years = (mementos: readonly SavedMemento[]): number[] =>
  mementos.map(({ capture }) => Number(capture.mementoDatetime?.slice(0, 4)));

describe("exclusion of duplicates", () => {
  it("keeps the first memento of a TimeMap with any Simhash", () => {
    const zero = memento(2001, { simhash: "0" });
    expect(excludeDuplicates([zero])).toEqual([zero]);
  });

  it("keeps a memento if more than a fifth of its 64 bits differ from those of the last kept memento", () => {
    const mementos = [0, 12, 13, 20, 26].map((set, at) =>
      memento(2001 + at, { simhash: bits(set) }),
    );
    // 12 of 64 bits are 0.1875, 13 are 0.203; from 13 to 20 it is 7 bits, from 13 to 26 it is 13.
    expect(years(excludeDuplicates(mementos))).toEqual([2001, 2003, 2005]);
  });

  it("keeps a gradually changing page again once the page has changed enough", () => {
    const mementos = Array.from({ length: 27 }, (_, set) =>
      memento(2000 + set, { simhash: bits(set) }),
    );
    expect(years(excludeDuplicates(mementos))).toEqual([2000, 2013, 2026]);
  });

  it("compares mementos within each TimeMap in order of time, and keeps the TimeMaps in the order of the file", () => {
    const of = (year: number, uriR: string, set: number) =>
      memento(year, { uriR, simhash: bits(set) });
    const mementos = [
      of(2003, "http://b.example/", 0),
      of(2002, "http://a.example/", 0),
      of(2001, "http://b.example/", 0),
      of(2004, "http://a.example/", 64),
    ];
    expect(
      excludeDuplicates(mementos).map(({ capture }) => [capture.uriR, capture.mementoDatetime]),
    ).toEqual([
      ["http://b.example/", "2001-01-01T00:00:00Z"],
      ["http://a.example/", "2002-01-01T00:00:00Z"],
      ["http://a.example/", "2004-01-01T00:00:00Z"],
    ]);
  });
});

describe("results in which a value is missing", () => {
  it("refuses mementos none of which has the value that is asked for, and takes no mementos", () => {
    const bare = [memento(2001), memento(2002)];
    expect(() => excludeDuplicates(bare)).toThrow("no memento has a Simhash. Give results of");
    expect(() => selectByLanguage(bare, "en")).toThrow("no memento has a language. Give results");
    const undated = bare.map((each) => ({ ...each, capture: {} }));
    expect(() => sliceByDatetime(undated)).toThrow("no memento has a memento-datetime.");
    expect(() => clusterBySimhash(sliceByDatetime(bare), new Map())).toThrow(
      "none of the mementos has a Simhash.",
    );
    expect([excludeDuplicates([]), selectByLanguage([], "en"), sliceByDatetime([])]).toEqual([
      ...[[], [], []],
    ]);
    expect(clusterBySimhash([], new Map())).toEqual([]);
  });
});

describe("mementos of a language", () => {
  const mementos = ["en", "de", "EN-gb", "eng", "und", undefined].map((language, at) =>
    memento(2001 + at, { language }),
  );

  it.each([
    ["en", [2001, 2003]],
    ["EN", [2001, 2003]],
    ["en-GB", [2003]],
    ["eng", [2004]],
    ["und", [2005]],
    ["fr", []],
  ])("selects mementos in the language %s and its variants", (language, expected) => {
    expect(years(selectByLanguage(mementos, language))).toEqual(expected);
  });
});

describe("slices of time", () => {
  it.each([
    [1, 1],
    [28, 28],
    [29, 29],
    [99, 29],
    [100, 30],
    [1000, 31],
    [999_999, 33],
    [1_000_000, 34],
  ])("cuts %d mementos into %d slices", (mementos, slices) => {
    expect(sliceCount(mementos)).toBe(slices);
  });

  it("puts every memento into one slice in order of time, with slices as equal in size as possible", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1000, max: 9999 }), { maxLength: 300 }), (all) => {
        const mementos = all.map((year, at) => memento(year, { uriM: `http://m.example/${at}` }));
        const sliced = sliceByDatetime(mementos);
        expect(new Set(sliced.map(({ uriM }) => uriM)).size).toBe(all.length);
        const yearOf = new Map(mementos.map(({ uriM }, at) => [uriM, all[at]!]));
        expect(sliced.map(({ uriM }) => yearOf.get(uriM))).toEqual(all.toSorted((a, b) => a - b));
        const sizes = new Map<number, number>();
        for (const { slice } of sliced) sizes.set(slice, (sizes.get(slice) ?? 0) + 1);
        expect([...sizes.keys()]).toEqual(
          Array.from({ length: sliceCount(all.length) }, (_, i) => i),
        );
        expect(
          Math.max(0, ...sizes.values()) - Math.min(...sizes.values(), Infinity),
        ).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("clusters of near duplicates", () => {
  const clusters = (
    sets: readonly (number | undefined)[],
    nearBits?: number,
    slices?: readonly number[],
  ): number[] => {
    const sliced = sets.map((_, at) => ({ slice: slices?.[at] ?? 0, uriM: `m${at}` }));
    const simhashOf = new Map(
      sets.flatMap((set, at) => (set === undefined ? [] : [[`m${at}`, bits(set)]])),
    );
    return clusterBySimhash(sliced, simhashOf, nearBits).map(({ cluster }) => cluster);
  };

  it("clusters mementos that are connected by steps of at most three bits", () => {
    expect(clusters([0, 3, 6, 9, 13])).toEqual([0, 0, 0, 0, -1]);
  });

  it("clusters no mementos of different slices with each other", () => {
    expect(clusters([0, 0, 0, 50], 3, [0, 1, 0, 1])).toEqual([0, -1, 0, -1]);
  });
});

describe("quality of a memento for a story", () => {
  it.each([
    ["http://www.bbc.co.uk/", 0.7],
    ["http://rss.cnn.com/", 0.7],
    ["http://news.example.org/", 0.7],
    ["http://www.youtube.com/", 0.7],
    ["http://youtu.be/", 0.7],
    ["http://www.flickr.com/", 0.6],
    ["http://mobile.twitter.com/", 0.5],
    ["http://t.co/", 0.5],
    ["http://en.wikipedia.org/", 0.5],
    ["http://somebody.blogspot.com/", 0.4],
    ["http://somebody.wordpress.com/", 0.4],
    ["http://www.microsoft.com/", 0],
    ["http://a.example/", 0],
  ])("gives the host of %s the category %d", (uri, category) => {
    expect(hostCategory(new URL(uri).hostname)).toBe(category);
    expect(qualityScore(uri)).toBeCloseTo(0.15 * category, 12);
  });

  it.each([
    ["http://a.example", 0],
    ["http://a.example/", 0],
    ["https://a.example/", 0],
    ["http://a.example/one", 1],
    ["http://a.example/one/", 1],
    ["http://a.example/one/two.html?three/four", 2],
  ])("gives the path of %s a depth of %d tenths", (uri, depth) => {
    expect(qualityScore(uri)).toBeCloseTo(0.045 * depth, 12);
  });

  it.each([
    "from-warc::20130101000000::http://a.example/one/two",
    "http://wayback.archive-it.org/1068/20130101000000/http://a.example/one/two",
  ])("computes the quality from the URI-R in %s", (uriM) => {
    expect(qualityScore(uriM)).toBeCloseTo(0.09, 12);
  });

  it("subtracts the damage of a memento from its quality", () => {
    expect(qualityScore("http://a.example/one", 0.5)).toBeCloseTo(0.045 - 0.2, 12);
  });
});

describe("best memento of each cluster", () => {
  const row = (slice: number, cluster: number, uriM: string): Clustered => ({
    slice,
    cluster,
    uriM,
  });
  const rows = [
    row(0, 0, "http://a.example/"),
    row(0, -1, "http://b.example/deep/page"),
    row(0, 0, "http://news.example/"),
    row(0, -1, "http://c.example/"),
    row(1, 0, "http://a.example/1"),
    row(1, 0, "http://a.example/2"),
  ];

  it("selects one memento of each cluster of each slice in order, and among equal ones the greatest URI-M", () => {
    expect(selectHighQuality(rows)).toEqual([
      "http://news.example/",
      "http://b.example/deep/page",
      "http://a.example/2",
    ]);
  });

  it("selects another memento of a cluster if the best one is damaged", () => {
    const damageOf = new Map([
      ["http://news.example/", 0.9],
      ["http://a.example/2", 0.1],
    ]);
    expect(selectHighQuality(rows, damageOf)).toEqual([
      "http://a.example/",
      "http://b.example/deep/page",
      "http://a.example/1",
    ]);
  });
});
