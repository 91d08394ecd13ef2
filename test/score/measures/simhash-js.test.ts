import { expect, it } from "vitest";
import { simhashJs } from "../../../src/score/measures/simhash-js.js";
import { settingsOf } from "./settings.js";

it("scores the number of bits in which simhash-js hashes differ as numbers", () => {
  expect(simhashJs.score(0b1011, 0b1101, settingsOf())).toBe(2);
  expect(simhashJs.score(0, 2 ** 32 - 1, settingsOf())).toBe(32);
});

it("has no threshold and therefore no vote for simhash-js", () => {
  expect(simhashJs.cuts.paper.threshold).toBeUndefined();
  expect(simhashJs.cuts["otmt-1.0.5"].threshold).toBeUndefined();
});
