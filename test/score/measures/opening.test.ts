import { describe, expect, it } from "vitest";
import { opening } from "../../../src/score/measures/opening.js";
import { settingsOf } from "./settings.js";

const likeness = (first: string, memento: string) =>
  opening.score(says(first), says(memento), settingsOf());
const says = (words: string) => opening.prepare!({ words, hosts: [], paths: 0 });

describe("likeness of what pages say first", () => {
  it("is the share of the words of the page with fewer that both have", () => {
    expect(likeness("saltmouth chess club fixtures results", "saltmouth chess news")).toBe(2 / 3);
    expect(likeness("saltmouth chess club", "casino bonus")).toBe(0);
  });

  it("leaves out short words, but not in scripts where few letters say much", () => {
    expect(likeness("the club of saltmouth", "the bank of riga")).toBe(0);
    expect(likeness("клуб шах", "шах мат")).toBe(1 / 2);
  });

  it("ends where news begin: after twenty words", () => {
    const start = Array.from({ length: 20 }, (_, at) => `word${at}`).join(" ");
    expect(likeness(`${start} autumn`, `${start} winter`)).toBe(1);
  });

  it("is not defined where one of the pages has no words", () => {
    expect(() => likeness("saltmouth chess club", "")).toThrow("one page has no words");
    expect(() => likeness("a b", "saltmouth")).toThrow("one page has no words");
  });

  it("is the same against many reference mementos together", () => {
    const pages = ["saltmouth chess club", "saltmouth news", "casino bonus", ""].map(says);
    const scores = opening.scoreAll!(pages, settingsOf()).scores(says("saltmouth chess"));
    expect([...scores]).toEqual([1, 1 / 2, 0, NaN]);
  });
});
