import { describe, expect, it } from "vitest";
import { title } from "../../../src/score/measures/title.js";
import { settingsOf } from "./settings.js";

const settings = settingsOf();

describe("likeness of titles", () => {
  it("is the share of words that both have", () => {
    expect(title.score(["lamps", "museum", "of"], ["casino", "lamps"], settings)).toBe(1 / 4);
    expect(title.score(["lamps"], [], settings)).toBe(0);
  });

  it("is not defined where neither page has a title", () => {
    expect(() => title.score([], [], settings)).toThrow("neither page has a title");
  });
});
