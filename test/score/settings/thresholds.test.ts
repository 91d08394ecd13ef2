import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { measures } from "../../../src/score/measures/index.js";
import { chooseMeasures } from "../../../src/score/settings/choose-measures.js";
import type { ProfileName } from "../../../src/score/settings/types.js";

/** Chosen measures in short form: `cosine < 0.12`, or `calibrate` without a threshold. */
const chosen = (text: string, profile: ProfileName = "paper"): string[] =>
  chooseMeasures(text, { profile, measures, reference: "first", needNoThreshold: false }).map(
    ({ name, comparison, threshold }) => `${name} ${comparison} ${threshold ?? "calibrate"}`,
  );

describe("-tm", () => {
  it.each([
    ["cosine", ["cosine < 0.12"]],
    ["jaccard=0.80,bytecount=-0.50", ["jaccard > 0.8", "bytecount < -0.5"]],
    ["cosine, jaccard", ["cosine < 0.12", "jaccard > 0.94"]],
    [" cosine = 0.3 ", ["cosine < 0.3"]],
    ["COSINE", ["cosine < 0.12"]],
    ["wcount,raw_simhash,tf_simhash", ["wordcount < -0.7", "simhash-raw > 25", "simhash-tf > 28"]],
    ["wordcount,cosine", ["wordcount < -0.7", "cosine < 0.12"]],
    ["cosine=.5", ["cosine < 0.5"]],
    ["cosine=5e-1", ["cosine < 0.5"]],
    ["bytecount=+0", ["bytecount < 0"]],
    ["tfintersection=0", ["tfintersection <= 0"]],
  ])("parses -tm %j as %j", (text, expected) => {
    expect(chosen(text)).toEqual(expected);
  });

  it("accepts a measure without a threshold together with a measure that has a threshold", () => {
    expect(chosen("simhash-js,cosine")).toEqual(["simhash-js > calibrate", "cosine < 0.12"]);
  });

  it("uses OTMT's thresholds and names in profile otmt-1.0.5", () => {
    expect(chosen("simhash-raw,simhash-tf,jaccard", "otmt-1.0.5")).toEqual([
      "raw_simhash > 38",
      "tf_simhash > 34",
      "jaccard > 0.96",
    ]);
    expect(chosen("tfintersection,levenshtein", "otmt-1.0.5")).toEqual([
      "tfintersection > 0",
      "levenshtein > 0.05",
    ]);
  });
});

describe("-tm with mistakes", () => {
  it.each([
    ["cosin", 'unknown measure "cosin". Did you mean "cosine"?'],
    ["cosine,cosine=0.3", 'measure "cosine" is named twice'],
    ["cosine=", 'the threshold "" of cosine is not a number'],
    ["cosine=1.01", "is not a number from 0 to 1"],
    ["wordcount=-1.5", "is not a number of at least -1"],
    ["levenshtein", "levenshtein has no default threshold, so nothing could be called off-topic"],
    ["bytecount=2", "equal pages are off-topic: their score is 0, and < 2 is off-topic"],
    ["cosine@median@first", 'unknown reference memento of cosine "median@first"'],
    ["__proto__", 'unknown measure "__proto__"'],
  ])("rejects -tm %j", (text, message) => {
    expect(() => chosen(text)).toThrow(UsageError);
    expect(() => chosen(text)).toThrow(message);
  });

  it("parses any text for -tm into thresholds in range, or rejects it in one line", () => {
    const word = fc.constantFrom(
      ...measures.map(({ keyword }) => keyword),
      "=",
      ",",
      "0.5",
      "-1",
      " ",
      "x",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join("")),
        ),
        (text) => {
          try {
            const context = { profile: "paper", measures, reference: "first" } as const;
            for (const { keyword, threshold } of chooseMeasures(text, {
              ...context,
              needNoThreshold: false,
            })) {
              const [low, high] = measures.find((measure) => measure.keyword === keyword)!.range;
              if (threshold === undefined) continue;
              expect(threshold).toBeGreaterThanOrEqual(low);
              expect(threshold).toBeLessThanOrEqual(high);
            }
          } catch (cause) {
            expect(cause).toBeInstanceOf(UsageError);
          }
        },
      ),
    );
  });
});

describe("a threshold that makes equal pages off-topic", () => {
  it("accepts a threshold that makes equal pages off-topic in profile otmt-1.0.5, which contains such a threshold", () => {
    expect(chosen("wordcount=0.7,tfintersection=3", "otmt-1.0.5")).toEqual([
      "wordcount < 0.7",
      "tfintersection > 3",
    ]);
  });
});
