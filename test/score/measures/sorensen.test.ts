import { expect, it } from "vitest";
import { sorensen } from "../../../src/score/measures/sorensen.js";
import { counted, settingsOf } from "./settings.js";

const score = (first: string, memento: string): number =>
  sorensen.score(counted(first), counted(memento), settingsOf());

it("one of two terms shared is a distance of one half, however often each occurs", () => {
  expect(score("museum lantern", "museum museum casino")).toBe(0.5);
});

it("nothing shared is 1, and so is nothing left", () => {
  expect(score("museum", "casino")).toBe(1);
  expect(score("museum", "")).toBe(1);
});

it("two empty pages are equal", () => {
  expect(score("", "")).toBe(0);
});
