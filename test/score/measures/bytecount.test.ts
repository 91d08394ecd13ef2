import { expect, it } from "vitest";
import { NotDefined } from "../../../src/base/failures.js";
import { bytecount } from "../../../src/score/measures/bytecount.js";
import { settingsOf } from "./settings.js";

const otmt = settingsOf({ profile: "otmt-1.0.5", clipCounts: false });

it("scores -0.43 for a page that has lost 43% of its bytes", () => {
  expect(bytecount.score(1000, 570, settingsOf())).toBeCloseTo(-0.43, 12);
});

it("scores growth in bytes as 0 if counts are clipped, and otherwise as the growth", () => {
  expect(bytecount.score(1000, 3000, settingsOf())).toBe(0);
  expect(bytecount.score(1000, 3000, otmt)).toBe(2);
});

it("scores -1 for a page that has lost all bytes", () => {
  expect(bytecount.score(1000, 0, settingsOf())).toBe(-1);
});

it("defines no score for growth from an empty page, but scores two empty pages as unchanged", () => {
  expect(() => bytecount.score(0, 3, otmt)).toThrow(NotDefined);
  expect(bytecount.score(0, 0, otmt)).toBe(0);
});

it("reads bytes without preprocessing", () => {
  expect(bytecount.flags(settingsOf())).toEqual({
    stemmed: false,
    tokenized: false,
    removedBoilerplate: false,
  });
});
