import { expect, it } from "vitest";
import { NotDefined } from "../../../src/base/failures.js";
import { bytecount } from "../../../src/score/measures/bytecount.js";
import { settingsOf } from "./settings.js";

const otmt = settingsOf({ profile: "otmt-1.0.5", clipCounts: false });

it("a page that has lost 43 per cent of its bytes scores -0.43", () => {
  expect(bytecount.score(1000, 570, settingsOf())).toBeCloseTo(-0.43, 12);
});

it("a page that has grown scores 0 where counts are clipped, and its growth where not", () => {
  expect(bytecount.score(1000, 3000, settingsOf())).toBe(0);
  expect(bytecount.score(1000, 3000, otmt)).toBe(2);
});

it("nothing left scores -1", () => {
  expect(bytecount.score(1000, 0, settingsOf())).toBe(-1);
});

it("growth from nothing is not defined, nothing to nothing is not a change", () => {
  expect(() => bytecount.score(0, 3, otmt)).toThrow(NotDefined);
  expect(bytecount.score(0, 0, otmt)).toBe(0);
});

it("the bytes go through no preprocessing", () => {
  expect(bytecount.flags(settingsOf())).toEqual({
    stemmed: false,
    tokenized: false,
    removedBoilerplate: false,
  });
});
