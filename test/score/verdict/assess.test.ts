import { describe, expect, it, vi } from "vitest";
import { planRun } from "../../../src/score/settings/plan.js";
import type { FeatureRecord, RecordGroup } from "../../../src/page/types.js";
import type { Settings } from "../../../src/score/settings/types.js";
import type { Measure, MementoResult } from "../../../src/score/types.js";
import { assess, capture, record, settings, shrinkage, size } from "../../support/records.js";

const group = (records: readonly FeatureRecord[]): RecordGroup => ({
  key: "example,seed)/",
  records: () => records,
  at: (position) => records[position],
});

function run(
  records: readonly FeatureRecord[],
  changed: Partial<Settings> = {},
  measure: Measure = shrinkage,
  onNoFirst?: () => void,
): MementoResult[] {
  const chosen = { ...settings, ...changed };
  const plan = planRun(chosen, [measure]);
  return [...assess(group(records), { plan, settings: chosen, features: [size], onNoFirst })];
}

const year = (y: number): string => `${y}-01-01T00:00:00Z`;
const at = (y: number, value: number, status = 200): FeatureRecord =>
  record(capture({ mementoDatetime: year(y), status }), value);

const scores = (results: readonly MementoResult[]): unknown[] =>
  results.map(({ measures: [first] }) =>
    first !== undefined && "value" in first.outcome ? first.outcome.value.score : "error",
  );

describe("scoring a TimeMap", () => {
  it("compares every memento of a TimeMap, including the first one, with the first memento", () => {
    const results = run([at(2010, 100), at(2011, 150), at(2012, 20)]);
    expect(scores(results)).toEqual([0, 0.5, -0.8]);
    expect(results.map(({ overall }) => overall)).toEqual(["on-topic", "on-topic", "off-topic"]);
    const name = "from-warc::20100101000000::http://seed.example/";
    expect(results.map(({ comparedWith }) => comparedWith)).toEqual([name, name, name]);
  });

  it("compares with the first page with a 2xx status and not with an error page before it", () => {
    const results = run([at(2010, 10, 404), at(2011, 100)]);
    expect(scores(results)).toEqual([-0.9, 0]);
  });

  it("reports a problem for every score if the first memento is empty, and tells the run of it", () => {
    const onNoFirst = vi.fn<() => void>();
    const results = run([at(2010, 0), at(2011, 100)], {}, shrinkage, onNoFirst);
    expect(scores(results)).toEqual(["error", "error"]);
    expect(results.map(({ overall }) => overall)).toEqual([undefined, undefined]);
    run([at(2010, 100), at(2011, 0)], {}, shrinkage, onNoFirst);
    expect(onNoFirst).toHaveBeenCalledTimes(1);
  });

  it("compares with the earliest non-empty memento with --set first=usable", () => {
    const results = run([at(2010, 0), at(2011, 100)], { first: "usable" });
    expect(scores(results)).toEqual([-1, 0]);
    expect(results[0]?.comparedWith).toBe("from-warc::20110101000000::http://seed.example/");
  });

  it("reports problems only, and no verdict, for a TimeMap without any usable memento", () => {
    expect(scores(run([at(2010, 0)], { first: "usable" }))).toEqual(["error"]);
  });

  it("returns a failed memento as a row with its problem and without measures", () => {
    const missed: FeatureRecord = {
      ...at(2011, 1),
      problem: { stage: "access", message: "cut off" },
      features: [],
    };
    const [, second] = run([at(2010, 100), missed]);
    expect(second).toMatchObject({ problem: { message: "cut off" }, measures: [] });
    expect(second!.overall).toBeUndefined();
  });

  it("reports the problem of a failed feature only for the measures that read it", () => {
    const broken: FeatureRecord = {
      ...at(2011, 1),
      features: [{ problem: { stage: "extract", message: "too deep" } }],
    };
    const [first, second] = run([at(2010, 100), broken]);
    expect(first?.overall).toBe("on-topic");
    expect(second?.measures[0]?.outcome).toEqual({
      problem: { stage: "extract", message: "too deep" },
    });
  });

  it("reports a problem for a score that is not a number", () => {
    const nonsense: Measure = { ...shrinkage, score: () => Number.NaN };
    expect(scores(run([at(2010, 1)], {}, nonsense))).toEqual(["error"]);
  });

  it("gives two captures of the same second different URI-Ms, in the order of the file", () => {
    const twice = [0, 500].map((offset) =>
      record(capture({ source: { file: "a.warc", offset } }), 100),
    );
    expect(run(twice).map(({ uriM }) => uriM)).toEqual([
      "from-warc::20100101000000::http://seed.example/",
      "from-warc::20100101000000~2::http://seed.example/",
    ]);
  });

  it("names a TimeMap after the URI-R of its earliest memento", () => {
    const records = [
      record(capture({ uriR: "http://www.seed.example/" }), 1),
      record(capture({ uriR: "https://seed.example/", mementoDatetime: year(2012) }), 1),
    ];
    const results = run(records);
    expect(results.map(({ uriT }) => uriT)).toEqual([
      "from-warc::timemap::http://www.seed.example/",
      "from-warc::timemap::http://www.seed.example/",
    ]);
    expect(results[1]?.uriM).toBe("from-warc::20120101000000::https://seed.example/");
  });
});

describe("measures of a whole TimeMap", () => {
  it("fits a measure to the values of all mementos, oldest first, and scores with the result", () => {
    const aboveMean: Measure = {
      ...shrinkage,
      range: [-Infinity, Infinity],
      scope: "timemap",
      fit: () => {
        const seen: number[] = [];
        return { add: (value: number) => seen.push(value), finish: () => seen };
      },
      score: (_first: number, memento: number, model: readonly number[]) =>
        memento - model.reduce((a, b) => a + b) / model.length,
    };
    expect(scores(run([at(2010, 1), at(2011, 2), at(2012, 6)], {}, aboveMean))).toEqual([
      -2, -1, 3,
    ]);
  });
});
