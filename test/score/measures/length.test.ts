import { describe, expect, it } from "vitest";
import { length } from "../../../src/score/measures/length.js";
import { settingsOf } from "./settings.js";

const settings = settingsOf();

describe("likeness of lengths", () => {
  it("sees growth as well as loss", () => {
    expect(length.score(950, 450, settings)).toBe(0.5);
    expect(length.score(450, 950, settings)).toBe(0.5);
  });

  it("of two nearly empty pages is high", () => {
    expect(length.score(0, 10, settings)).toBeCloseTo(50 / 60, 12);
  });
});
