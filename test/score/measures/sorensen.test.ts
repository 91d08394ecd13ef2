import { expect, it } from "vitest";
import { sorensen } from "../../../src/score/measures/sorensen.js";
import { counted, settingsOf } from "./settings.js";

const score = (first: string, memento: string): number =>
  sorensen.score(counted(first), counted(memento), settingsOf());

it("scores a Sørensen-Dice distance of one half for one shared term of two, even if terms are repeated", () => {
  expect(score("museum lantern", "museum museum casino")).toBe(0.5);
});

it("scores a Sørensen-Dice distance of 1 if no term is shared, or if no terms are left", () => {
  expect(score("museum", "casino")).toBe(1);
  expect(score("museum", "")).toBe(1);
});

it("scores a Sørensen-Dice distance of 0 for two empty pages", () => {
  expect(score("", "")).toBe(0);
});
