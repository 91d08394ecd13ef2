import { describe, expect, it } from "vitest";
import { backgroundOf } from "../../../src/extensions/topic/profile/background.js";

const preprocessing = {
  boilerplate: "all-paragraphs",
  language: "en",
  stem: true,
  stopWords: true,
} as const;
const english = backgroundOf("en", preprocessing)!;

describe("frequencies of words in general text", () => {
  it("knows the frequency of stems as a share of all words except stop words", () => {
    expect(english("peopl")).toBeGreaterThan(10 * english("lighthous"));
    expect(english("peopl")).toBeLessThan(0.02);
  });

  it("gives a word that is missing in the list the frequency of the rarest words", () => {
    expect(english("saltmouth")).toBeGreaterThan(0);
    expect(english("saltmouth")).toBe(english("brackenford"));
    expect(english("constructor")).toBeGreaterThan(0);
  });

  it.each([
    ["hr", "ljudi"],
    ["nn", "mennesker"],
    ["zh-Hant", "人"],
  ])("uses the list of a related language for %s", (language, word) => {
    const share = backgroundOf(language, { ...preprocessing, stem: false })!;
    expect(share(word)).toBeGreaterThan(share("no such word"));
  });
});
