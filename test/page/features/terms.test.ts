import { describe, expect, it } from "vitest";
import { terms } from "../../../src/page/features/words.js";
import { english, pageOf } from "./page.js";

describe("terms of a page", () => {
  it("are counted unstemmed first, stop words included, for the language may be known later", () => {
    const value = terms.extract(pageOf("the museums and the museum"), english);
    expect(value).toEqual({ terms: ["the", "museums", "and", "museum"], counts: [2, 1, 1, 1] });
  });

  it("become stems in code unit order, stop words and punctuation marks gone, counts merged", () => {
    const value = terms.extract(pageOf("Zoo the museums . and the museum this"), english);
    expect(terms.normalise?.(value, english, "en")).toEqual({
      terms: ["museum", "thi", "zoo"],
      counts: [2, 1, 1],
    });
  });

  it("stay as they are where neither stems nor stop words are asked for", () => {
    const options = { ...english, stem: false, stopWords: false };
    const value = terms.extract(pageOf("the museums the"), options);
    expect(terms.normalise?.(value, options, "en")).toEqual({
      terms: ["museums", "the"],
      counts: [1, 2],
    });
  });

  it("may be the names of Object.prototype's properties", () => {
    const options = { ...english, stem: false };
    const value = terms.extract(pageOf("constructor __proto__ constructor toString"), options);
    expect(terms.normalise?.(value, options, "en")).toEqual({
      terms: ["__proto__", "constructor", "toString"],
      counts: [1, 2, 1],
    });
  });

  it("of stop words only are nothing to compare with", () => {
    const value = terms.extract(pageOf("the and of"), english);
    expect(terms.isEmpty(terms.normalise?.(value, english, "en") ?? value)).toBe(true);
  });

  it("are folded by the page when lower case is asked for", () => {
    const value = terms.extract(pageOf("Museum MUSEUM"), { ...english, lowerCase: true });
    expect(value).toEqual({ terms: ["museum"], counts: [2] });
  });
});
