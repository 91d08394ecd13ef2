import { describe, expect, it } from "vitest";
import { opening } from "../../../src/score/measures/opening.js";
import { settingsOf } from "./settings.js";

const likeness = (first: string, memento: string) =>
  opening.score(says(first), says(memento), settingsOf());
const says = (words: string) => opening.prepare!({ words, hosts: [], paths: 0 });

describe("similarity of the beginnings of pages", () => {
  it("scores the share of first words that both pages have, of the page with fewer words", () => {
    expect(likeness("saltmouth chess club fixtures results", "saltmouth chess news")).toBe(2 / 3);
    expect(likeness("saltmouth chess club", "casino bonus")).toBe(0);
  });

  it("ignores short words at the beginning, except in scripts in which words have few letters", () => {
    expect(likeness("the club of saltmouth", "the bank of riga")).toBe(0);
    expect(likeness("клуб шах", "шах мат")).toBe(1 / 2);
  });

  it("compares only the first twenty words of pages", () => {
    const start = Array.from({ length: 20 }, (_, at) => `word${at}`).join(" ");
    expect(likeness(`${start} autumn`, `${start} winter`)).toBe(1);
  });

  it("defines no score of first words if a page has no words", () => {
    expect(() => likeness("saltmouth chess club", "")).toThrow("one page has no words");
    expect(() => likeness("a b", "saltmouth")).toThrow("one page has no words");
  });
});
