import { describe, expect, it } from "vitest";
import { titleTerms } from "../../../src/page/features/words.js";
import { pageOf } from "./page.js";

const terms = (title: string): readonly string[] =>
  titleTerms.extract(pageOf(`<html><head><title>${title}</title></head></html>`), {});

describe("the words of a title", () => {
  it("lists the distinct words of a title in lower case and in order, without single letters", () => {
    expect(terms("Museum of Lamps &amp; museum O's lamps")).toEqual(["lamps", "museum", "of"]);
  });

  it("lists pairs of characters of a title in a script without spaces", () => {
    expect(terms("灯台館 2010")).toEqual(["2010", "台館", "灯台"]);
  });

  it("reads the title of the page, and not the title of a drawing", () => {
    const page = pageOf("<body><svg><title>icon</title></svg><title>page</title></body>");
    expect(titleTerms.extract(page, {})).toEqual(["page"]);
  });

  it("treats the title terms of a page without a title as empty", () => {
    expect(titleTerms.isEmpty(titleTerms.extract(pageOf("<p>text"), {}))).toBe(true);
  });
});
