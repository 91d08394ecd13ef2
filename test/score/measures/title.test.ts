import { describe, expect, it } from "vitest";
import { title } from "../../../src/score/measures/title.js";
import { settingsOf } from "./settings.js";

const settings = settingsOf();

describe("similarity of titles", () => {
  it("scores the share of title words that both pages have", () => {
    expect(title.score(["lamps", "museum", "of"], ["casino", "lamps"], settings)).toBe(1 / 4);
    expect(title.score(["lamps"], [], settings)).toBe(0);
  });

  it("defines no score of titles if neither page has a title", () => {
    expect(() => title.score([], [], settings)).toThrow("neither page has a title");
  });
});
