import { describe, expect, it } from "vitest";
import {
  formatMeasureName,
  parseMeasureName,
  references,
} from "../../../src/score/scoring/measure-id.js";

describe("the name of a measure", () => {
  it("includes the reference memento in a measure's name unless it is the first memento", () => {
    expect(formatMeasureName({ keyword: "cosine" })).toBe("cosine");
    expect(formatMeasureName({ keyword: "cosine", reference: "first" })).toBe("cosine");
    expect(formatMeasureName({ keyword: "cosine", reference: "median" })).toBe("cosine@median");
  });

  it.each(references)("parses a measure's name with %s as it was written", (reference) => {
    const id = { keyword: "jaccard", reference };
    expect({ reference: "first", ...parseMeasureName(formatMeasureName(id)) }).toEqual(id);
  });
});
