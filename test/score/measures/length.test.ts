import { describe, expect, it } from "vitest";
import { length } from "../../../src/score/measures/length.js";
import { settingsOf } from "./settings.js";

const settings = settingsOf();

describe("similarity of lengths", () => {
  it("scores a longer page as low as an equally shorter page", () => {
    expect(length.score(950, 450, settings)).toBe(0.5);
    expect(length.score(450, 950, settings)).toBe(0.5);
  });

  it("scores the lengths of two nearly empty pages as similar", () => {
    expect(length.score(0, 10, settings)).toBeCloseTo(50 / 60, 12);
  });
});
