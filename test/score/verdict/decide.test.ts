import { describe, expect, it } from "vitest";
import {
  hasVote,
  isDecidedBy,
  overallStatus,
  topicStatus,
} from "../../../src/score/verdict/decide.js";
import { firstMemento } from "../../../src/score/verdict/first-memento.js";
import type { Problem } from "../../../src/base/types.js";
import type { FeatureRecord } from "../../../src/page/types.js";
import type { MeasureResult } from "../../../src/score/types.js";

const problem: Problem = { stage: "access", message: "gone" };

const record = (status: number | undefined, failed = false): FeatureRecord => ({
  key: "k",
  tie: "t",
  capture: {
    uriR: "http://a.example/",
    mementoDatetime: "2010-01-01T00:00:00Z",
    ...(status !== undefined && { status }),
  },
  ...(failed && { problem }),
  features: [],
});

const vote = (topic?: "on-topic" | "off-topic"): MeasureResult => ({
  name: "m",
  flags: { stemmed: true, tokenized: true, removedBoilerplate: true },
  outcome: { value: { score: 1, ...(topic !== undefined && { topicStatus: topic }) } },
});

const failed: MeasureResult = { ...vote(), outcome: { problem } };

describe("topic status", () => {
  it.each([
    ["<", 0.1, "off-topic"],
    ["<", 0.12, "on-topic"],
    ["<=", 0.12, "off-topic"],
    [">", 0.12, "on-topic"],
    [">", 0.13, "off-topic"],
    [">=", 0.12, "off-topic"],
  ] as const)(
    "decides with the comparison %s and the threshold 0.12 that the score %d is %s",
    (comparison, score, expected) => {
      expect(topicStatus(score, { threshold: 0.12, comparison })).toBe(expected);
    },
  );

  it("gives no topic status to a score without a threshold", () => {
    expect(topicStatus(1, { comparison: "<" })).toBeUndefined();
  });
});

describe("overall topic status", () => {
  it("calls a memento off-topic after a single off-topic vote", () => {
    expect(overallStatus([vote("on-topic"), vote("off-topic"), failed])).toBe("off-topic");
  });

  it("gives no vote to measures that failed", () => {
    expect(overallStatus([vote("on-topic"), failed, vote()])).toBe("on-topic");
    expect(overallStatus([failed, vote()])).toBeUndefined();
  });
});

describe("the first memento", () => {
  const always = (): boolean => true;

  it("chooses the earliest memento with a 2xx status as the first", () => {
    const records = [record(404), record(503), record(200), record(200)];
    expect(firstMemento(records, "earliest-2xx", always)).toBe(2);
  });

  it("chooses the earliest memento as the first if none has a 2xx status", () => {
    expect(firstMemento([record(404), record(500)], "earliest-2xx", always)).toBe(0);
  });

  it("looks at records that can be read only once", () => {
    const once = (): Iterable<FeatureRecord> => [record(404), record(500)].values();
    expect(firstMemento(once(), "earliest-2xx", always)).toBe(0);
  });

  it("accepts a saved page without HTTP status as the first memento", () => {
    expect(firstMemento([record(404), record(undefined)], "earliest-2xx", always)).toBe(1);
  });

  it("chooses the earliest memento of any status as the first in profile otmt-1.0.5", () => {
    expect(firstMemento([record(404), record(200)], "earliest", always)).toBe(0);
  });

  it("chooses the earliest memento with comparable content as the first with the rule usable", () => {
    const records = [record(200, true), record(404), record(200)];
    const usable = ({ problem: trouble }: FeatureRecord): boolean => trouble === undefined;
    expect(firstMemento(records, "usable", usable)).toBe(2);
    expect(firstMemento(records.slice(0, 2), "usable", usable)).toBe(1);
    expect(firstMemento(records.slice(0, 1), "usable", usable)).toBe(-1);
  });
});

describe("a bound of a score", () => {
  it.each([
    ["<", "at most", 0.1, true],
    ["<", "at most", 0.12, false],
    ["<", "at least", 0.12, true],
    ["<", "at least", 0.1, false],
    [">", "at least", 0.13, true],
    [">", "at least", 0.12, false],
    [">", "at most", 0.12, true],
    [">", "at most", 0.13, false],
  ] as const)(
    "decides with the comparison %s 0.12 whether a score of %s %d is enough for a verdict: %s",
    (comparison, bound, score, decided) => {
      expect(isDecidedBy({ score, bound }, { threshold: 0.12, comparison })).toBe(decided);
    },
  );

  it("decides nothing by a bound without a threshold", () => {
    expect(isDecidedBy({ score: 0, bound: "at most" }, { comparison: "<" })).toBe(false);
  });
});

it("measures beside a learned combination have no vote, and signs have one", () => {
  const votesAmong = (among: readonly string[]): boolean[] =>
    among.map((name) => hasVote(name, among));
  expect(votesAmong(["cosine", "combined", "signs"])).toEqual([false, true, true]);
  expect(votesAmong(["cosine", "jaccard"])).toEqual([true, true]);
});
