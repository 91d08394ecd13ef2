import { expect, it } from "vitest";
import { simhashJs } from "../../../src/score/measures/simhash-js.js";
import { settingsOf } from "./settings.js";

it("the score is the number of bits that differ between the numbers themselves", () => {
  expect(simhashJs.score(0b1011, 0b1101, settingsOf())).toBe(2);
  expect(simhashJs.score(0, 2 ** 32 - 1, settingsOf())).toBe(32);
});

it("it has no threshold, so that it has no vote", () => {
  expect(simhashJs.cuts.paper.threshold).toBeUndefined();
  expect(simhashJs.cuts["otmt-1.0.5"].threshold).toBeUndefined();
});
