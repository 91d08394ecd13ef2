import fc from "fast-check";
import { expect, it } from "vitest";
import { measures } from "../../src/scoring/measures/index.js";
import {
  cutText,
  inputLines,
  measureLines,
  rangeText,
  wrapped,
} from "../../src/settings/describe.js";
import { inputs } from "../../src/inputs/index.js";

const named = (keyword: string): (typeof measures)[number] =>
  measures.find((measure) => measure.keyword === keyword)!;

it("a cut reads as it is compared", () => {
  expect(cutText(named("cosine"), "paper")).toBe("< 0.12");
  expect(cutText(named("tfintersection"), "paper")).toBe("<= 0");
  expect(cutText(named("levenshtein"), "paper")).toBe("calibrate");
});

it("a range without an upper bound says so", () => {
  expect(rangeText(named("cosine"))).toBe("0 to 1");
  expect(rangeText(named("bytecount"))).toBe("-1 up");
});

it("lines of help keep within 100 columns and lose nothing", () => {
  const lines = [...measureLines(measures), ...inputLines(inputs)];
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
  const text = lines.join(" ").replaceAll(/\s+/gu, " ");
  for (const { keyword, summary } of [...measures, ...inputs]) {
    expect(text).toContain(keyword);
    expect(text).toContain(summary.replaceAll(/\s+/gu, " "));
  }
});

it("wrapped text keeps its words, each line within the width or one word", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z.]{1,20}$/u)),
      fc.integer({ min: 1, max: 40 }),
      (words, width) => {
        const lines = wrapped(words.join(" "), width);
        expect(lines.join(" ")).toBe(words.join(" "));
        for (const line of lines) expect(line.length <= width || !line.includes(" ")).toBe(true);
      },
    ),
  );
});
