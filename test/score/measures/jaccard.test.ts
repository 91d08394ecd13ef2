import { expect, it } from "vitest";
import { jaccard } from "../../../src/score/measures/jaccard.js";
import { counted, settingsOf } from "./settings.js";

const score = (first: string, memento: string): number =>
  jaccard.score(counted(first), counted(memento), settingsOf());

it("scores a Jaccard distance of two thirds for one shared term of three, even if terms are repeated", () => {
  expect(score("museum lantern", "museum museum casino")).toBeCloseTo(2 / 3, 12);
});

it("scores a Jaccard distance of 1 if no term is shared, or if no terms are left", () => {
  expect(score("museum", "casino")).toBe(1);
  expect(score("museum", "")).toBe(1);
});

it("scores a Jaccard distance of 0 for two empty pages", () => {
  expect(score("", "")).toBe(0);
});
