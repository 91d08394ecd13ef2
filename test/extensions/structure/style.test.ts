import { expect, it } from "vitest";
import { style } from "../../../src/extensions/structure/style.js";
import { settingsOf } from "../../score/measures/settings.js";

const score = (first: readonly string[] | null, memento: readonly string[] | null): number =>
  style.score(first, memento, settingsOf());

it("scores the share of all class names that both pages have, as a fraction", () => {
  expect(score(["a", "b", "c"], ["b", "c", "d"])).toBe(0.5);
  expect(score(["a", "b"], ["a"])).toBe(0.5);
  expect(score(["a"], ["a"])).toBe(1);
});

it("scores a style of 0 if only one of two pages has classes", () => {
  expect(score([], ["a"])).toBe(0);
  expect(score(["a"], [])).toBe(0);
  expect(score(["a"], null)).toBe(0);
});

it("defines no score of style if neither page has a class name", () => {
  expect(() => score([], [])).toThrow("neither page has a CSS class");
});
