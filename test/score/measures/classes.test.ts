import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classSketch } from "../../../src/page/features/class-names.js";
import { classes } from "../../../src/score/measures/classes.js";
import { style } from "../../../src/extensions/structure/style.js";
import { pageOf } from "../../page/features/page.js";
import { settingsOf } from "./settings.js";

const settings = settingsOf();
const sketchOf = (names: readonly string[]): readonly number[] =>
  classSketch.extract(pageOf(`<p class="${names.join(" ")}">Tides</p>`), {});
const scoreOf = (one: readonly string[], other: readonly string[]): number =>
  classes.score(sketchOf(one), sketchOf(other), settings);

describe("the class name similarity", () => {
  it("scores 1 for equal class names in any order, and 0 for completely different class names", () => {
    expect(scoreOf(["menu", "wide"], ["wide", "menu"])).toBe(1);
    expect(scoreOf(["menu", "wide"], ["parked"])).toBe(0);
  });

  it("scores the share of all class names that occur on both pages", () => {
    expect(scoreOf(["a", "b", "c"], ["b", "c", "d"])).toBe(2 / 4);
  });

  it("defines no score of class names if neither page has a class", () => {
    expect(() => scoreOf([], [])).toThrow("neither page has a CSS class");
  });

  it("scores class sketches like the measure style if both pages together have at most 256 names", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/u), {
      minLength: 1,
      maxLength: 128,
    });
    fc.assert(
      fc.property(names, names, (one, other) => {
        const likeness = style.score([...one].sort(), [...other].sort(), settings);
        expect(scoreOf(one, other)).toBe(likeness);
      }),
    );
  });

  it("estimates the similarity of more class names from 256 hashes per page", () => {
    const sketch = (from: number): readonly number[] => {
      const names = Array.from({ length: 1500 }, (_, at) => `<i class="c${from + at}"></i>`);
      return classSketch.extract(pageOf(names.join("")), {});
    };
    expect(sketch(0)).toHaveLength(256);
    expect(classes.score(sketch(0), sketch(500), settings)).toBeCloseTo(1000 / 2000, 1);
  });
});
