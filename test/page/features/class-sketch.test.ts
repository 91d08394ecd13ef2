import { describe, expect, it } from "vitest";
import { classSketch } from "../../../src/page/features/structure.js";
import { pageOf } from "./page.js";

const sketchOf = (html: string): readonly number[] => classSketch.extract(pageOf(html), {});

describe("the sketch of class names", () => {
  it("has a hash for each name of the markup, once, in ascending order", () => {
    const sketch = sketchOf('<div class="menu wide"><p class="menu">Tides</p></div>');
    expect(sketch).toHaveLength(2);
    expect(sketch).toEqual([...sketch].sort((a, b) => a - b));
    expect(sketchOf('<p class="wide"><b class=menu>Tides</b></p>')).toEqual(sketch);
  });

  it("is empty for a page without classes, which is not an empty page", () => {
    expect(sketchOf("<p>Tides</p>")).toEqual([]);
    expect(classSketch.isEmpty([])).toBe(false);
  });

  it("is of 256 numbers however many names there are, and reads hostile ones as any other", () => {
    const many = Array.from({ length: 4000 }, (_, at) => `<i class="n${at}"></i>`).join("");
    expect(sketchOf(many)).toHaveLength(256);
    expect(sketchOf('<p class="__proto__ constructor">x</p>')).toHaveLength(2);
  });
});
