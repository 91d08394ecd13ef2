import { describe, expect, it } from "vitest";
import { chosenTimeMaps, type ListChoice } from "../../../src/report/browser/list-order.js";
import type { PageTimeMap } from "../../../src/report/page-data.js";

const timeMap = (seed: string, strip: string, more: Partial<PageTimeMap> = {}): PageTimeMap => ({
  uriT: `http://archive.example/${seed}`,
  seed,
  onTopic: strip.split(".").length - 1,
  offTopic: strip.split("x").length - 1,
  undecided: strip.split("?").length - 1,
  offRuns: 0,
  strip,
  days: "",
  ...more,
});

const timeMaps = [
  timeMap("http://b.example/", ".x", { pattern: "step", from: "2012", offFrom: "2016-01-01" }),
  timeMap("http://a.example/Museum", "......xx", {
    ...{ pattern: "step", from: "2010", offFrom: "2014-01-01", offTo: "2018-01-01" },
  }),
  timeMap("http://c.example/", "...", { pattern: "always-on", from: "2011" }),
  timeMap("http://d.example/", "?"),
];
const usual = {
  query: "",
  pattern: "",
  open: false,
  kind: "",
  sort: "offTopic",
  descending: true,
} as const;
const kinds = new Map([
  [0, ["parked or for sale"]],
  [1, ["spam", "not known"]],
]);
const list = (change: Partial<ListChoice>): number[] =>
  chosenTimeMaps(timeMaps, { ...usual, ...change }, kinds);

describe("the list of TimeMaps", () => {
  it("sorts the list of TimeMaps by any column in both directions, and keeps the order of equal TimeMaps", () => {
    expect(list({})).toEqual([1, 0, 2, 3]);
    expect(list({ descending: false })).toEqual([2, 3, 0, 1]);
    expect(list({ sort: "share" })).toEqual([0, 1, 2, 3]);
    expect(list({ sort: "mementos" })).toEqual([1, 2, 0, 3]);
    expect(list({ sort: "seed", descending: false })).toEqual([1, 0, 2, 3]);
    expect(list({ sort: "pattern", descending: false })).toEqual([2, 3, 0, 1]);
  });

  it("filters the list of TimeMaps by part of a seed or URI-T in upper or lower case", () => {
    expect(list({ query: " MUSEUM " })).toEqual([1]);
    expect(list({ query: "archive.example/http://c" })).toEqual([2]);
    expect(list({ query: "nowhere" })).toEqual([]);
  });

  it("filters the list of TimeMaps by whether they need a decision", () => {
    const choice = { ...usual, open: true };
    expect(chosenTimeMaps(timeMaps, choice, kinds, (place) => place > 1)).toEqual([2, 3]);
  });

  it("filters and searches the list of TimeMaps by the kinds of off-topic mementos", () => {
    expect(list({ kind: "not known" })).toEqual([1]);
    expect(list({ query: "for SALE" })).toEqual([0]);
    expect(list({ sort: "since", descending: false }).slice(2)).toEqual([1, 0]);
  });

  it("filters the list of TimeMaps by pattern, including TimeMaps without a verdict", () => {
    expect(list({ pattern: "step" })).toEqual([1, 0]);
    expect(list({ pattern: "none" })).toEqual([3]);
    expect(list({ pattern: "step", query: "b.example" })).toEqual([0]);
  });
});
