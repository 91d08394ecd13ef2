import { describe, expect, it } from "vitest";
import { FAILED, FetchPlan, toleranceOf } from "../../../src/run/changes/fetch-plan.js";

interface Asked {
  /** Positions in the order in which they were asked for, those of one step together. */
  readonly steps: readonly (readonly number[])[];
  /** Verdicts of all captures in the end: the read ones, and in small letters the inferred ones. */
  readonly verdicts: string;
}

/**
 * Carries a plan out. A letter of `contents` is the verdict on a capture: N on-topic, F off-topic, U unsure, X cannot be
 * read. `lengths` are those of the index, and 0 is none.
 */
function carriedOut(
  contents: string,
  lengths: readonly number[],
  statuses: readonly number[] = [],
): Asked {
  const captures = Array.from(contents, (_, at) => ({
    ...{ content: at, status: statuses[at] ?? 200 },
    length: lengths[at] === 0 ? undefined : lengths[at],
  }));
  const plan = new FetchPlan(captures, toleranceOf(0.2));
  const steps: number[][] = [];
  for (let next = plan.next(); next.size > 0; next = plan.next()) {
    steps.push([...next]);
    for (const at of next) plan.judged(at, contents[at] === "X" ? FAILED : contents[at]!);
  }
  const verdicts: string[] = Array.from(contents, (_, at) => plan.verdictAt(at) ?? "");
  for (const unread of plan.unread()) {
    verdicts[unread.at] = (plan.verdictOf(unread) ?? "?").toLowerCase();
  }
  return { steps, verdicts: verdicts.map((each) => (each === FAILED ? "X" : each)).join("") };
}

const same = (count: number, length = 1000): number[] =>
  Array.from({ length: count }, () => length);

describe("the captures that a plan reads", () => {
  it.each([
    ["a single capture", "N", [[0]]],
    ["two captures", "NN", [[0, 1]]],
    ["three captures of one length", "NNN", [[0, 2]]],
  ])("are the ends of %s", (_, contents, steps) => {
    expect(carriedOut(contents, same(contents.length)).steps).toEqual(steps);
  });

  it("are the ends of each stretch of like lengths and equal status", () => {
    const lengths = [...same(4), ...same(4, 5000), ...same(4)];
    const { steps, verdicts } = carriedOut("NNNNFFFFNNNN", lengths);
    expect(steps).toEqual([[0, 3, 4, 7, 8, 11]]);
    expect(verdicts).toBe("NnnNFffFNnnN");
    const byStatus = carriedOut("NNNNFFFF", same(8), [200, 200, 200, 200, 404, 404, 404, 404]);
    expect(byStatus.steps).toEqual([[0, 3, 4, 7]]);
  });

  it("are the middles between different verdicts, until these are neighbours", () => {
    const { steps, verdicts } = carriedOut("NNNNNNNNNNNNFFFF", same(16));
    expect(steps).toEqual([[0, 15], [7], [11], [13], [12]]);
    expect(verdicts).toBe("NnnnnnnNnnnNFFfF");
  });

  it("are few of a thousand captures of one length, even if one between them is off-topic", () => {
    const contents = `${"N".repeat(500)}F${"N".repeat(499)}`;
    const { steps, verdicts } = carriedOut(contents, same(1000));
    expect(steps).toEqual([[0, 999]]);
    expect(verdicts).toBe(`N${"n".repeat(998)}N`);
  });

  it("are those of a page that grows slowly too, because a stretch has a bounded range of lengths", () => {
    const lengths = Array.from({ length: 30 }, (_, at) => Math.round(1000 * 1.1 ** at));
    const { steps } = carriedOut("N".repeat(30), lengths);
    expect(steps[0]!.length).toBeGreaterThan(8);
    for (const [at, end] of steps[0]!.entries()) {
      if (at % 2 === 1) expect(lengths[end]! / lengths[steps[0]![at - 1]!]!).toBeLessThan(1.7);
    }
  });

  it("are every few ones if the index has no lengths, and all between different verdicts", () => {
    const { steps, verdicts } = carriedOut("NNNNNNNNNNNNNNNNNNFFFFFF", same(24, 0));
    expect(steps[0]).toEqual([0, 4, 8, 12, 16, 20, 23]);
    expect(verdicts).toBe("NnnnNnnnNnnnNnnnNNFfFffF");
  });

  it("are the neighbours of an end that cannot be read, then others at growing distances", () => {
    const { steps, verdicts } = carriedOut("XXNNNNNN", same(8));
    expect(steps).toEqual([[0, 7], [1], [3]]);
    expect(verdicts).toBe("XXnNnnnN");
  });

  it("give the captures with equal digests their verdict together", () => {
    const captures = [0, 1, 0, 1, 0].map((content) => ({ content, length: 1000 }));
    const plan = new FetchPlan(captures, toleranceOf(0.2));
    expect([...plan.next()]).toEqual([0]);
  });
});
