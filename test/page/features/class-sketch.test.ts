import { describe, expect, it } from "vitest";
import { classSketch } from "../../../src/page/features/class-names.js";
import { pageOf } from "./page.js";

const sketchOf = (html: string): readonly number[] => classSketch.extract(pageOf(html), {});

describe("the sketch of class names", () => {
  it("keeps one hash per distinct class name of the markup in ascending order", () => {
    const sketch = sketchOf('<div class="mill wide"><p class="mill">Tides</p></div>');
    expect(sketch).toHaveLength(2);
    expect(sketch).toEqual([...sketch].sort((a, b) => a - b));
    expect(sketchOf('<p class="wide"><b class=mill>Tides</b></p>')).toEqual(sketch);
  });

  it("makes an empty class sketch of a page without classes, which counts as a value", () => {
    expect(sketchOf("<p>Tides</p>")).toEqual([]);
    expect(classSketch.isEmpty([])).toBe(false);
  });

  it("leaves out the names of systems and themes, which a new owner of a domain has too", () => {
    const theme = "home blog wp-custom-logo hfeed site-header entry-title menu-item elementor-row";
    expect(sketchOf(`<body class="${theme}"><p class="imprint">Tides`)).toEqual([]);
    const own = '<p class="tide-table">1<p class="mill-race">2<p class="quay">3<p class="sluice">4';
    expect(sketchOf(`<body class="${theme}">${own}`)).toEqual(sketchOf(own));
    expect(sketchOf('<div class="fleet columnist sqsx">')).toHaveLength(3);
  });

  it("keeps at most 256 class hashes, and treats names such as __proto__ like others", () => {
    const many = Array.from({ length: 4000 }, (_, at) => `<i class="n${at}"></i>`).join("");
    expect(sketchOf(many)).toHaveLength(256);
    expect(sketchOf('<p class="__proto__ constructor">x</p>')).toHaveLength(2);
  });
});
