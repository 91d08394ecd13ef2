import { describe, expect, it } from "vitest";
import { titleTerms } from "../../../src/page/features/words.js";
import { pageOf } from "./page.js";

const terms = (title: string): readonly string[] =>
  titleTerms.extract(pageOf(`<html><head><title>${title}</title></head></html>`), {});

describe("the words of a title", () => {
  it("are in lower case, each once, in order, without single letters", () => {
    expect(terms("Museum of Lamps &amp; museum O's lamps")).toEqual(["lamps", "museum", "of"]);
  });

  it("are pairs of characters in a script without spaces", () => {
    expect(terms("灯台館 2010")).toEqual(["2010", "台館", "灯台"]);
  });

  it("come from the page's title, not from that of a drawing", () => {
    const page = pageOf("<body><svg><title>icon</title></svg><title>page</title></body>");
    expect(titleTerms.extract(page, {})).toEqual(["page"]);
  });

  it("of a page without a title are none", () => {
    expect(titleTerms.isEmpty(titleTerms.extract(pageOf("<p>text"), {}))).toBe(true);
  });
});
