import { describe, expect, it } from "vitest";
import { chosenTimeMaps, type ListChoice } from "../../../src/report/browser/list-order.js";
import type { PageTimeMap } from "../../../src/report/page-data.js";

/** Days from 1970 to a January of these years. */
const januaries = { 2010: "b9u", 2012: "bu4" } as const;

const timeMap = (seed: string, strip: string, more: Partial<PageTimeMap> = {}): PageTimeMap => ({
  uriT: `http://archive.example/${seed}`,
  seed,
  onTopic: strip.split(".").length - 1,
  offTopic: strip.split("x").length - 1,
  undecided: strip.split(/[?u]/u).length - 1,
  offRuns: 0,
  strip,
  days: "",
  ...more,
});

const timeMaps = [
  timeMap("http://b.example/", ".x", { pattern: "step", offFrom: "2016-01-01" }),
  timeMap("http://a.example/Museum", "......xx", {
    ...{ pattern: "step", offFrom: "2014-01-01", offTo: "2018-01-01", days: januaries[2010] },
  }),
  timeMap("http://c.example/", "..u", { pattern: "always-on", days: januaries[2012] }),
  timeMap("http://d.example/", "?"),
];
const kinds = [["parked or for sale"], ["spam", "no known kind"]];
const seeds = timeMaps.map((timeMap, place) => ({
  ...{ timeMap, kinds: kinds[place] ?? [], isOpen: place > 1 },
  ...{ decided: [0, 3, 1, 0][place]!, leftOut: [1, 0, 1, 0][place]! },
}));
const list = (change: Partial<ListChoice>): number[] =>
  chosenTimeMaps(seeds, {
    ...{ query: "", pattern: "", kind: "", show: "", year: "" },
    ...{ sort: "offTopic", descending: true },
    ...change,
  });

describe("the list of seeds", () => {
  it("is sorted by any column in both directions, and keeps the order of equal seeds", () => {
    expect(list({})).toEqual([1, 0, 2, 3]);
    expect(list({ descending: false })).toEqual([2, 3, 0, 1]);
    expect(list({ sort: "mementos" })).toEqual([1, 2, 0, 3]);
    expect(list({ sort: "seed", descending: false })).toEqual([1, 0, 2, 3]);
    expect(list({ sort: "pattern", descending: false })).toEqual([2, 3, 0, 1]);
    expect(list({ sort: "since", descending: false }).slice(2)).toEqual([1, 0]);
    expect(list({ sort: "decided" })).toEqual([1, 2, 0, 3]);
  });

  it("is filtered by part of a seed, of a URI-T or of a kind in upper or lower case", () => {
    expect(list({ query: " MUSEUM " })).toEqual([1]);
    expect(list({ query: "archive.example/http://c" })).toEqual([2]);
    expect(list({ query: "for SALE" })).toEqual([0]);
    expect(list({ query: "nowhere" })).toEqual([]);
  });

  it("is filtered by pattern, kind and year, and by what the seeds have", () => {
    expect(list({ pattern: "step" })).toEqual([1, 0]);
    expect(list({ pattern: "none" })).toEqual([3]);
    expect(list({ pattern: "step", query: "b.example" })).toEqual([0]);
    expect(list({ kind: "no known kind" })).toEqual([1]);
    expect(list({ year: "2010" })).toEqual([1]);
    expect(list({ show: "open" })).toEqual([2, 3]);
    expect(list({ show: "off-topic" })).toEqual([1, 0]);
    expect(list({ show: "unsure" })).toEqual([2]);
    expect(list({ show: "none" })).toEqual([3]);
    expect(list({ show: "decided" })).toEqual([1, 2]);
    expect(list({ show: "left-out" })).toEqual([0, 2]);
  });
});
