import { describe, expect, it } from "vitest";
import {
  hasVote,
  isDecidedBy,
  overallStatus,
  topicStatus,
} from "../../../src/score/verdict/decide.js";
import { firstMemento } from "../../../src/score/verdict/survey.js";
import type { Capture, Problem } from "../../../src/base/types.js";
import type { FeatureRecord } from "../../../src/page/types.js";
import type { Settings } from "../../../src/score/settings/types.js";
import type { MeasureResult } from "../../../src/score/types.js";

const problem: Problem = { stage: "access", message: "gone" };

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

const [on, off, none] = [vote("on-topic"), vote("off-topic"), vote()];

describe("overall topic status", () => {
  it.each([
    ["any", [on, off, failed], "off-topic"],
    ["any", [on, failed, none], "on-topic"],
    ["any", [failed, none], undefined],
    ["all", [off, off, failed, none], "off-topic"],
    ["all", [off, off, on], "on-topic"],
    ["all", [failed], undefined],
    ["majority", [off, off, on], "off-topic"],
    ["majority", [off, on], "on-topic"],
    ["majority", [none], undefined],
    [2, [off, on, off], "off-topic"],
    [2, [off, on], "on-topic"],
    [2, [off, failed], undefined],
  ] as const)(
    "needs as many off-topic votes as --combine %s says, and measures without a vote do not count: %#",
    (combine, votes, expected) => {
      expect(overallStatus(votes, combine)).toBe(expected);
    },
  );

  it("is off-topic after a single off-topic vote if nothing is said", () => {
    expect(overallStatus([on, off])).toBe("off-topic");
  });
});

/** A capture for the choice of the first memento. */
interface Candidate extends Partial<Capture> {
  readonly isFailed?: true;
  readonly isPart?: true;
  readonly isEmpty?: true;
}

const UNDATED = { notes: ["impossible date 1970-01-01T00:00:00Z: before the web"] };
const INFERRED = { status: 200, inferredFrom: ["a", "b"] };

describe("the first memento", () => {
  it.each<[what: string, candidates: readonly Candidate[], expected: number]>([
    ["the earliest with a 2xx status", [404, 300, 200, 200].map((status) => ({ status })), 2],
    ["one with the last 2xx status", [{ status: 199 }, { status: 299 }], 1],
    ["the earliest if none has a 2xx status", [{ status: 404 }, { status: 500 }], 0],
    ["a saved page without a status", [{ status: 404 }, {}], 1],
    ["none that was not read, if it has no status", [{ isFailed: true }, { status: 200 }], 1],
    ["a whole page rather than a part", [{ isPart: true }, { status: 404 }, {}], 2],
    ["a part rather than an error", [{ status: 404 }, { isPart: true }], 1],
    ["an error rather than a page of an impossible date", [UNDATED, { status: 404 }], 1],
    ["a page if all dates are impossible", [{ ...UNDATED, status: 404 }, UNDATED], 1],
    ["an error if there is nothing else", [{ ...UNDATED, status: 404 }], 0],
    ["none that was inferred", [INFERRED, { status: 404 }], 1],
    ["none if the only one with a possible date was inferred", [UNDATED, INFERRED], -1],
    ["none if there are no mementos", [], -1],
  ])("is %s", (_, candidates, expected) => {
    expect(firstOf(candidates, "earliest-2xx")).toBe(expected);
  });

  it.each<[what: string, candidates: readonly Candidate[], expected: number]>([
    ["the earliest with content", [{ isEmpty: true }, { status: 404 }, { status: 200 }], 2],
    ["an error with content if no other has any", [{ isEmpty: true }, { status: 404 }], 1],
    ["none if none has content", [{ isEmpty: true }], -1],
    ["none if only one of an impossible date has content", [{ isEmpty: true }, UNDATED], -1],
  ])("is %s with the rule usable", (_, candidates, expected) => {
    expect(firstOf(candidates, "usable")).toBe(expected);
  });

  it("is the earliest of any status in profile otmt-1.0.5", () => {
    expect(firstOf([{ status: 404 }, { status: 200 }], "earliest")).toBe(0);
  });

  it("is found by reading the records once", () => {
    const records = [{ status: 404 }, { status: 500 }].map(recordOf).values();
    expect(firstMemento(records, "earliest-2xx", () => true)).toBe(0);
  });
});

function recordOf({ isFailed, ...given }: Candidate): FeatureRecord {
  const capture = { uriR: "http://a.example/", mementoDatetime: "2010-01-01T00:00:00Z", ...given };
  return { key: "k", tie: "t", capture, features: [], ...(isFailed && { problem }) };
}

const firstOf = (candidates: readonly Candidate[], rule: Settings["first"]): number =>
  firstMemento(
    candidates.map(recordOf),
    rule,
    ({ capture }) => !("isEmpty" in capture),
    ({ capture }) => !("isPart" in capture),
  );

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
