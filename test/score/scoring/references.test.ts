import { describe, expect, it } from "vitest";
import { planRun } from "../../../src/score/settings/plan.js";
import { features } from "../../../src/page/features/index.js";
import type { Json } from "../../../src/base/types.js";
import type { FeatureRecord, RecordGroup } from "../../../src/page/types.js";
import type { LearnedModel, Reference, Settings } from "../../../src/score/settings/types.js";
import type { MementoResult } from "../../../src/score/types.js";
import { withModelMeasures } from "../../../src/score/settings/choose-measures.js";
import { assess, capture, record, settings, shrinkage, size } from "../../support/records.js";

const at = (year: number, value: number): FeatureRecord =>
  record(capture({ mementoDatetime: `${year}-01-01T00:00:00Z` }), value);

const groupOf = (records: readonly FeatureRecord[]): RecordGroup => ({
  key: "k",
  records: () => records,
  at: (position) => records[position],
});

function run(
  sizes: readonly number[],
  reference: Reference,
  changed: Partial<Settings> = {},
  measure = shrinkage,
): MementoResult[] {
  const [choice] = settings.measures;
  const own = [{ ...choice!, ...(reference !== "first" && { reference }) }];
  const measures =
    changed.model === undefined ? own : withModelMeasures(own, changed.model, "paper", [measure]);
  const chosen = { ...settings, measures, ...changed };
  const plan = planRun(chosen, [measure]);
  const definitions = plan.requests.map(({ feature }) =>
    [size, ...features].find(({ keyword }) => keyword === feature)!,
  );
  const records = sizes.map((value, index) => {
    const known: Readonly<Record<string, Json>> = {
      size: value,
      terms: { terms: ["boat", "club", "harbour", "regatta"], counts: [1, 1, 1, 1] },
      "self-description": { words: "harbour", hosts: [], paths: 0 },
      "byte-count": 1000,
    };
    const date = { mementoDatetime: `${2000 + index}-01-01T00:00:00Z` };
    return record(capture(date), ...plan.requests.map(({ feature }) => known[feature]!));
  });
  return [...assess(groupOf(records), { plan, settings: chosen, features: definitions })];
}

const scores = (results: readonly MementoResult[]): unknown[] =>
  results.map(({ measures: [one] }) =>
    one !== undefined && "value" in one.outcome ? one.outcome.value.score : "error",
  );
const referencesOf = (results: readonly MementoResult[]): unknown[] =>
  results.map(({ measures: [one] }) => one?.comparedWith?.replace(/^from-warc::(\d{4}).*/u, "$1"));

describe("reference mementos for --set reference", () => {
  it("--set reference=median gives the median of the scores against all other mementos", () => {
    const results = run([10, 100, 100, 200], "median");
    expect(scores(results)).toEqual([-0.9, 0, 0, 1]);
    expect(referencesOf(results)).toEqual(Array(4).fill("median of 3 mementos"));
  });

  it("--set reference=medoid compares with the most central of the other mementos", () => {
    const results = run([10, 100, 100, 100, 200], "medoid");
    expect(scores(results)).toEqual([-0.9, 0, 0, 0, 1]);
    expect(referencesOf(results)).toEqual(["2001", "2002", "2001", "2001", "2001"]);
  });

  it("median and medoid compare with the first memento if there are fewer than three mementos", () => {
    for (const reference of ["median", "medoid"] as const) {
      const results = run([100, 50], reference);
      expect(scores(results)).toEqual([0, -0.5]);
      expect(referencesOf(results)).toEqual([undefined, undefined]);
    }
  });

  it("reads a TimeMap as often for many measures as for two, because the TimeMap may be on disk", () => {
    const passesWith = (measures: number): number => {
      const [choice] = settings.measures;
      const references = ["median", "medoid"] as const;
      const chosen: Settings = {
        ...settings,
        measures: Array.from({ length: measures }, (_, n) => {
          const reference = references[n % 2]!;
          return { ...choice!, name: `${choice!.name}-${n}`, reference };
        }),
      };
      const records = [100, 80, 10, 60].map((value, n) => at(2000 + n, value));
      let passes = 0;
      const group = {
        ...groupOf(records),
        records: () => {
          passes += 1;
          return records;
        },
      };
      const plan = planRun(chosen, [shrinkage]);
      expect([...assess(group, { plan, settings: chosen, features: [size] })]).toHaveLength(4);
      return passes;
    };
    expect(passesWith(8)).toBe(passesWith(2));
  });

  it("--set reference=previous compares with the last memento that was judged on-topic", () => {
    const results = run([100, 80, 10, 60], "previous");
    expect(scores(results)).toEqual([0, 80 / 100 - 1, 10 / 80 - 1, 60 / 80 - 1]);
    expect(referencesOf(results)).toEqual([undefined, "2000", "2001", "2001"]);
  });
});

const model: LearnedModel = {
  ...{ form: "detect_off_topic model", trainedOn: "nothing", threshold: 0.5, bias: -2 },
  inputs: [{ of: "shrinkage@first", as: "relative", weight: 10, missing: 0 }],
};

describe("the forms of inputs of a model", () => {
  it.each([
    ["distance", [0, 0.1, 0.2, 0.9]],
    ["log-distance", [0, 0.1, 0.2, 0.9].map((d) => Math.log(1.05 / (1.05 - d)) / Math.log(21))],
    ["shortfall", [0, 0.1, 0.2, 0.9].map((d) => -Math.log(1 - d) / Math.log(100))],
    ["relative", [0, 0, 0.05 / 0.86, 0.75 / 0.86]],
    [
      "log-relative",
      [0, 0, Math.log(0.9 / 0.85), Math.log(0.9 / 0.15)].map((x) => x / Math.log(21)),
    ],
  ] as const)("reads an input of the model in the form %s", (as, values) => {
    const one = { ...model, bias: 0, inputs: [{ ...model.inputs[0]!, as, weight: 1 }] };
    const results = run([100, 90, 80, 10], "first", { combine: "learned", model: one });
    const sums = results.map(({ measures }) => {
      const outcome = measures.find(({ name }) => name === "combined")!.outcome;
      const { score } = "value" in outcome ? outcome.value : { score: NaN };
      return Math.log(score / (1 - score));
    });
    sums.forEach((sum, at) => expect(sum).toBeCloseTo(values[at]!, 10));
  });
});

describe("a learned combination", () => {
  it("adds the probability of the learned combination as a score that decides", () => {
    const results = run([100, 90, 80, 1], "first", { combine: "learned", model });
    expect(results.map(({ measures }) => measures.map(({ name }) => name))).toEqual(
      Array(4).fill(["shrinkage", "combined"]),
    );
    expect(results.map(({ overall }) => overall)).toEqual([
      "on-topic",
      "on-topic",
      "on-topic",
      "off-topic",
    ]);
  });

  it("judges the single memento of a TimeMap by the learned combination, even if it has nothing to compare with", () => {
    expect(run([100], "first", { combine: "learned", model })[0]?.overall).toBe("on-topic");
    expect(run([0], "first", { combine: "learned", model })[0]?.overall).toBe("on-topic");
  });
});
