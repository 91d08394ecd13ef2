import { expect, it } from "vitest";
import { jaccard } from "../../../src/score/measures/jaccard.js";
import { counted, settingsOf } from "./settings.js";

const score = (first: string, memento: string): number =>
  jaccard.score(counted(first), counted(memento), settingsOf());

it("one of three terms shared is a distance of two thirds, however often each occurs", () => {
  expect(score("museum lantern", "museum museum casino")).toBeCloseTo(2 / 3, 12);
});

it("nothing shared is 1, and so is nothing left", () => {
  expect(score("museum", "casino")).toBe(1);
  expect(score("museum", "")).toBe(1);
});

it("two empty pages are equal", () => {
  expect(score("", "")).toBe(0);
});
