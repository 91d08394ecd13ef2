import { describe, expect, it } from "vitest";
import { cssClasses } from "../../../src/page/features/class-names.js";
import { pageOf } from "./page.js";

describe("the CSS classes of a page", () => {
  it("splits CSS classes at white space, and returns distinct names in code unit order", () => {
    const html = `<p class="b a"><i class='a\n  constructor'></i><p class=""><p class="Ab">`;
    expect(cssClasses.extract(pageOf(html), {})).toEqual(["Ab", "a", "b", "constructor"]);
  });

  it("does not treat a page with elements but without CSS classes as empty", () => {
    const value = cssClasses.extract(pageOf("<p>x"), {});
    expect(value).toEqual([]);
    expect(cssClasses.isEmpty(value)).toBe(false);
  });

  it.each(["", "museum"])(
    "treats the CSS classes of the page %j without elements as empty",
    (html) => {
      expect(cssClasses.isEmpty(cssClasses.extract(pageOf(html), {}))).toBe(true);
    },
  );

  it("reads the CSS classes of the body only", () => {
    const value = cssClasses.extract(pageOf(`<body class="a">`), {});
    expect(value).toEqual(["a"]);
    expect(cssClasses.isEmpty(value)).toBe(false);
  });
});
