import { expect, it } from "vitest";
import { measures } from "../../../src/score/measures/index.js";
import { cutText } from "../../../src/run/plugins/catalogue.js";

const named = (keyword: string): (typeof measures)[number] =>
  measures.find((measure) => measure.keyword === keyword)!;

it("describes a threshold by its comparison and value", () => {
  expect(cutText(named("cosine"), "paper")).toBe("< 0.12");
  expect(cutText(named("tfintersection"), "paper")).toBe("<= 0");
  expect(cutText(named("levenshtein"), "paper")).toBe("calibrate");
});
