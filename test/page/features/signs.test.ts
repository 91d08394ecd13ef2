import { describe, expect, it } from "vitest";
import { signs } from "../../../src/page/features/signs.js";
import { openPage } from "../../../src/page/page.js";
import type { Sign } from "../../../src/page/types.js";

const signsOf = (html: string): readonly Sign[] =>
  signs.extract(openPage(Buffer.from(html), "text/html; charset=utf-8"), {});

describe("the signs of a page", () => {
  it("finds signs in the title, the headings and the text together", () => {
    const [first] = signsOf("<title>404</title><h1>Page not found</h1><p>Sorry.</p>");
    expect(first?.kind).toBe("soft-404");
    expect(first?.strength).toBeGreaterThan(0.9);
    expect(first?.marks).toContain("heading: page not found");
  });

  it("finds the sign of a generator's starter page, but not on a post that quotes the words of that page", () => {
    const fresh = signsOf(
      "<title>Create Next App</title><h1>To get started, edit the page.js file.</h1><p>Templates</p>",
    );
    expect(fresh[0]?.kind).toBe("starter");
    expect(fresh[0]?.strength).toBeGreaterThan(0.9);
    const own = "To get started, edit the page of your town, and write down what you know. ".repeat(
      30,
    );
    expect(signsOf(`<title>Town pages</title><h1>How to write</h1><p>${own}</p>`)).toEqual([]);
  });
});
