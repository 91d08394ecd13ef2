import { describe, expect, it } from "vitest";
import { terms } from "../../../src/page/features/words.js";
import { english, pageOf } from "./page.js";

describe("terms of a page", () => {
  it("counts unstemmed terms including stop words, because the language may be known later", () => {
    const value = terms.extract(pageOf("the museums and the museum"), english);
    expect(value).toEqual({ terms: ["the", "museums", "and", "museum"], counts: [2, 1, 1, 1] });
  });

  it("reduces terms to stems in code unit order without stop words and punctuation", () => {
    const value = terms.extract(pageOf("Zoo the museums . and the museum this"), english);
    expect(terms.normalise?.(value, english, "en")).toEqual({
      terms: ["museum", "thi", "zoo"],
      counts: [2, 1, 1],
    });
  });

  it("keeps terms unchanged if neither stems nor stop words are requested", () => {
    const options = { ...english, stem: false, stopWords: false };
    const value = terms.extract(pageOf("the museums the"), options);
    expect(terms.normalise?.(value, options, "en")).toEqual({
      terms: ["museums", "the"],
      counts: [1, 2],
    });
  });

  it("treats terms as empty if only stop words occur", () => {
    const value = terms.extract(pageOf("the and of"), english);
    expect(terms.isEmpty(terms.normalise?.(value, english, "en") ?? value)).toBe(true);
  });
});
