import { describe, expect, it } from "vitest";
import { backgroundOf } from "../../../src/score/topic/background.js";

const preprocessing = {
  boilerplate: "all-paragraphs",
  language: "en",
  stem: true,
  stopWords: true,
} as const;
const english = backgroundOf("en", preprocessing)!;

describe("how frequent words are in text on any subject", () => {
  it("is known of stems, a share of the words that are no stop words", () => {
    expect(english("peopl")).toBeGreaterThan(10 * english("lighthous"));
    expect(english("peopl")).toBeLessThan(0.02);
  });

  it("has a share for every word, that of the rarest ones where it is not in the list", () => {
    expect(english("saltmouth")).toBeGreaterThan(0);
    expect(english("saltmouth")).toBe(english("brackenford"));
    expect(english("constructor")).toBeGreaterThan(0);
  });

  it("takes words of a list that are joined for the rarest of them", () => {
    const french = backgroundOf("fr", preprocessing)!;
    expect(french("d'une")).toBeGreaterThan(1);
    expect(french("d'abbay")).toBe(french("abbay"));
    expect(english("and/or")).toBeGreaterThan(1);
  });

  it.each([
    ["hr", "ljudi"],
    ["nn", "mennesker"],
    ["zh-Hant", "人"],
  ])("is known of %s by the list of a language that is near", (language, word) => {
    const share = backgroundOf(language, { ...preprocessing, stem: false })!;
    expect(share(word)).toBeGreaterThan(share("no such word"));
  });

  it("is not known of a language without a list", () => {
    expect(backgroundOf("cy", preprocessing)).toBeUndefined();
  });
});
