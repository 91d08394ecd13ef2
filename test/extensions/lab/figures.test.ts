import { describe, expect, it } from "vitest";
import { evaluate } from "../../../src/extensions/lab/evaluate.js";
import { parseGold } from "../../../src/extensions/lab/gold.js";
import { saved, savedResults } from "./saved.js";
import { averagePrecision, type Scored } from "../../../src/extensions/lab/average-precision.js";
import {
  type CountedCapture,
  type Figures,
  figuresFrom,
} from "../../../src/extensions/lab/figures.js";

/** Returns the average precision of captures that each have a TimeMap of their own. */
function precisionOf(
  captures: readonly (readonly [score: number | undefined, isOffTopic: 0 | 1])[],
  isHighOff = true,
): number | undefined {
  const scored = captures.map(([score, isOff], timeMap): Scored => ({
    ...{ timeMap, score, isOffTopic: isOff === 1 },
  }));
  return averagePrecision(scored, isHighOff)(new Uint32Array(captures.length).fill(1));
}

describe("average precision", () => {
  it("is the sum of precision times the gain of recall, as in the example of scikit-learn", () => {
    // average_precision_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]) is 0.8333...: 1/2 * 1 + 1/2 * 2/3.
    const captures = [
      [0.1, 0],
      [0.4, 0],
      [0.35, 1],
      [0.8, 1],
    ] as const;
    expect(precisionOf(captures)).toBeCloseTo(1 / 2 + 1 / 3, 12);
  });

  it("takes captures with one score together, whatever their order", () => {
    // The threshold 0.9 finds 1 of 2 with precision 1/2, the threshold 0.2 both with precision 2/4.
    const captures = [
      [0.9, 1],
      [0.9, 0],
      [0.2, 1],
      [0.2, 0],
    ] as const;
    expect(precisionOf(captures)).toBe(1 / 2);
    expect(precisionOf(captures.toReversed())).toBe(1 / 2);
    // A score that says nothing has the share of off-topic captures.
    expect(
      precisionOf([
        [0.5, 1],
        [0.5, 0],
        [0.5, 0],
        [0.5, 0],
      ]),
    ).toBe(1 / 4);
  });

  it("never reaches an off-topic capture without a score", () => {
    expect(
      precisionOf([
        [0.9, 1],
        [undefined, 1],
        [0.1, 0],
      ]),
    ).toBe(1 / 2);
    expect(
      precisionOf([
        [0.9, 1],
        [undefined, 0],
      ]),
    ).toBe(1);
  });

  it("begins with the lowest score of a measure whose low scores mean off-topic", () => {
    const captures = [
      [0.1, 1],
      [0.7, 0],
      [0.3, 1],
    ] as const;
    expect(precisionOf(captures, false)).toBe(1);
    expect(precisionOf(captures, true)).toBeCloseTo(1 / 2 / 2 + 2 / 3 / 2, 12);
  });

  it("is unknown without an off-topic capture", () => {
    expect(precisionOf([[0.9, 0]])).toBeUndefined();
  });
});

type Look = CountedCapture["look"];

/** Returns captures from letters: `x` off-topic, `.` on-topic by its label; capital `X` and `O` are called off-topic. */
const timeMap = (letters: string, looks: Readonly<Record<number, Look>> = {}): CountedCapture[] =>
  Array.from(letters, (letter, at) => ({
    isOffTopic: letter === "x" || letter === "X",
    isCalled: letter === "X" || letter === "O",
    isUnsure: false,
    look: letter === "X" || letter === "O" ? "case" : looks[at],
    scores: [],
  }));

const figures = (timeMaps: readonly CountedCapture[][], seed = 1): Figures =>
  figuresFrom(timeMaps, {
    ...{ rankings: [], resamples: 200, seed },
    list: { cases: 3, captures: 5, checks: 2 },
  });

describe("figures of a run", () => {
  it("finds a run of off-topic captures if any of its captures is in a case, or is to be checked", () => {
    const { runsInCases, runsInList } = figures([
      timeMap("..xXx.x"),
      timeMap(".xx", { 2: "check" }),
      timeMap("x..x", { 1: "check" }),
    ]);
    expect(runsInCases).toMatchObject({ count: 1, of: 5, value: 1 / 5 });
    expect(runsInList).toMatchObject({ count: 2, of: 5, value: 2 / 5 });
  });

  it("finds a run in a case that the run leaves unsure", () => {
    const doubtful = timeMap("xx").map((each) => ({
      ...each,
      isUnsure: true,
      look: "case" as const,
    }));
    const { runsInCases, f1 } = figures([doubtful, timeMap("X.")]);
    expect(runsInCases).toMatchObject({ count: 2, of: 2 });
    expect(f1.value).toBe(1);
  });

  it("counts a false alarm once for each TimeMap without an off-topic capture", () => {
    const { falseAlarms } = figures([timeMap(".OO."), timeMap("..."), timeMap("O.X")]);
    expect(falseAlarms).toMatchObject({ count: 1, of: 2, value: 1 / 2 });
  });

  it("gives F1 at the cut: one hit, one false alarm and one miss make one half", () => {
    expect(figures([timeMap("X.O"), timeMap("x.")]).f1.value).toBe(1 / 2);
  });

  it("has no value for what does not occur", () => {
    const { runsInCases, falseAlarms } = figures([timeMap("..")]);
    expect(runsInCases).toMatchObject({ count: 0, of: 0, value: undefined });
    expect(falseAlarms).toMatchObject({ count: 0, of: 1, value: 0 });
  });
});

describe("figures of evaluate", () => {
  const years = [2010, 2011, 2012, 2013];
  const verdicts = { ".": "on-topic", x: "off-topic", u: "unsure" } as const;
  const mementos = Object.entries({ a: "..xu", b: ".x..", c: "...." }).flatMap(([name, letters]) =>
    Array.from(letters, (letter, at) =>
      saved(`http://${name}.example/`, `${years[at]}-01-01T00:00:00Z`, 0.5, {
        overall: verdicts[letter as keyof typeof verdicts],
      }),
    ),
  );
  const rows = [
    ...["a 2010 1", "a 2011 0", "a 2012 1", "a 2013 0"],
    ...["b 2010 1", "b 2011 1", "c 2010 0", "c 2011 0"],
  ].map((row) => row.replace(/(\w) (\d+) (\d)/u, "0\t$20101000000\thttp://$1.example/\t$3"));
  const figuresOfRows = (some: readonly string[]): Figures =>
    evaluate(parseGold(some.join("\n"), "gold.tsv"), savedResults(...mementos), { axes: [] })
      .figures;

  it("counts runs in the list, of which unsure captures are a part, and the whole list", () => {
    const { runsInCases, falseAlarms, list } = figuresOfRows(rows);
    // The runs are those of a in 2011, of a in 2013, which is unsure, and of c from 2010 to 2011.
    expect(runsInCases).toMatchObject({ count: 1, of: 3 });
    expect(falseAlarms).toMatchObject({ count: 1, of: 1 });
    expect(list).toEqual({ cases: 3, captures: 3, checks: 0 });
  });
});
