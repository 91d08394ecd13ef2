import { describe, expect, it } from "vitest";
import {
  formatMeasureName,
  isSameMeasure,
  parseMeasureName,
  references,
} from "../../src/score/measure-id.js";

describe("the name of a measure", () => {
  it("has its reference memento where that is not the first one", () => {
    expect(formatMeasureName({ keyword: "cosine" })).toBe("cosine");
    expect(formatMeasureName({ keyword: "cosine", reference: "first" })).toBe("cosine");
    expect(formatMeasureName({ keyword: "cosine", reference: "median" })).toBe("cosine@median");
  });

  it.each(references)("is read as it is written, with %s", (reference) => {
    const id = { keyword: "jaccard", reference };
    expect(isSameMeasure(parseMeasureName(formatMeasureName(id)), id)).toBe(true);
    expect(isSameMeasure(id, { keyword: "sorensen", reference })).toBe(false);
  });

  it("may say that the reference memento is the first one, and have blanks", () => {
    expect(parseMeasureName(" cosine @ first ")).toEqual({ keyword: "cosine", reference: "first" });
    expect(isSameMeasure(parseMeasureName("cosine@first"), { keyword: "cosine" })).toBe(true);
    expect(parseMeasureName("cosine")).toEqual({ keyword: "cosine" });
  });
});
