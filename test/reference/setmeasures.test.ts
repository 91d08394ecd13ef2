import { describe, expect, it } from "vitest";
import { bytecount } from "../../src/score/measures/bytecount.js";
import { NotDefined } from "../../src/base/failures.js";
import { measures } from "../../src/score/measures/index.js";
import { counted, settingsOf } from "../score/measures/settings.js";
import { goldenOf } from "../support/shared.js";

interface MeasureCases {
  readonly cases: readonly {
    readonly first: readonly string[];
    readonly memento: readonly string[];
    readonly expected: Readonly<Record<string, number | string>>;
  }[];
  readonly bytecount: readonly {
    readonly first_len: number;
    readonly memento_len: number;
    readonly expected: number | string;
  }[];
}

const settings = settingsOf({ profile: "otmt-1.0.5", clipCounts: false });

/** Returns the score of one measure between two token lists. An undefined score is an error, as in a run. */
function score(keyword: string, first: readonly string[], memento: readonly string[]): unknown {
  const measure = measures.find((candidate) => candidate.keyword === keyword);
  if (measure?.scope !== "pair") throw new Error(`no measure ${keyword} of two mementos`);
  const ofTokens = keyword.endsWith("levenshtein");
  const [one, other] = [first, memento].map((tokens) => {
    const value = ofTokens ? tokens : counted(tokens);
    return measure.prepare === undefined ? value : measure.prepare(value);
  });
  return orError(() => measure.score(one, other, settings));
}

function orError(score: () => number): number | string {
  try {
    return score();
  } catch (cause) {
    if (cause instanceof NotDefined) return "ERROR";
    throw cause;
  }
}
const expectedOf = (value: number | string): number | string =>
  typeof value === "string" ? value.slice(0, "ERROR".length) : value;

describe("scores of OTMT 1.0.5 between two token lists", () => {
  const { golden } = goldenOf<MeasureCases>("setmeasures");

  it("computes the set measures, counts and edit distances of OTMT 1.0.5", () => {
    for (const { first, memento, expected } of golden.cases) {
      const ours = Object.keys(expected).map((keyword) => [
        keyword,
        score(keyword, first, memento),
      ]);
      const theirs = Object.entries(expected).map(([keyword, value]) => [
        keyword,
        expectedOf(value),
      ]);
      for (const [at, [keyword, value]] of ours.entries()) {
        const reference = theirs[at]?.[1];
        if (typeof value === "number" && typeof reference === "number")
          expect(Math.abs(value - reference), String(keyword)).toBeLessThanOrEqual(1e-15);
        else expect(value, String(keyword)).toBe(reference);
      }
    }
  });

  it("computes the byte counts of OTMT 1.0.5", () => {
    for (const { first_len, memento_len, expected } of golden.bytecount)
      expect(orError(() => bytecount.score(first_len, memento_len, settings))).toBe(
        expectedOf(expected),
      );
  });
});
