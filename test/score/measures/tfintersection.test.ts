import { expect, it } from "vitest";
import { tfintersection } from "../../../src/score/measures/tfintersection.js";
import { counted, settingsOf } from "./settings.js";

const top = (words: readonly string[]): readonly string[] =>
  tfintersection.prepare?.(counted(words)) ?? [];

/** Terms w10 to w34: 25 terms that occur once each. */
const twentyFive = Array.from({ length: 25 }, (_, at) => `w${at + 10}`);

it("compares the 20 most frequent terms, and drops the last ones in code unit order if frequencies are equal", () => {
  expect(top(twentyFive)).toEqual(twentyFive.slice(5));
  expect(top([...twentyFive, "w10"])).toEqual(["w10", ...twentyFive.slice(6)]);
});

it("counts how many of the most frequent terms both mementos have", () => {
  const memento = [...twentyFive.slice(10), ...Array.from({ length: 20 }, (_, at) => `x${at}`)];
  expect(tfintersection.score(top(twentyFive), top(memento), settingsOf())).toBe(0);
  expect(tfintersection.score(top(twentyFive), top(twentyFive), settingsOf())).toBe(20);
  expect(tfintersection.score(top(twentyFive), top(["w34", "w10"]), settingsOf())).toBe(1);
});
