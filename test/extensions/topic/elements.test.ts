import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseElements, wordElements } from "../../../src/extensions/topic/profile/document.js";
import { document } from "./documents.js";

const rules = { elements: 100, fewestHosts: 2 };

describe("collocations: runs of words without a break", () => {
  it("builds collocations as in the paper", () => {
    const page = document("binari search tree | travel salesman problem");
    expect([...wordElements(page, 1)]).toHaveLength(6);
    expect([...wordElements(page, 2)]).toEqual([
      "binari search",
      "search tree",
      "travel salesman",
      "salesman problem",
    ]);
    expect([...wordElements(page, 3)]).toEqual(["binari search tree", "travel salesman problem"]);
  });
});

describe("the elements of a topic", () => {
  const core = [
    document("data structur | genet algorithm | data structur", "a"),
    document("genet algorithm | data structur", "b"),
    document("genet algorithm | 2002", "c"),
    document("casino bonus casino bonus casino bonus 2002", "d"),
  ];

  it("chooses elements of most seeds first and then the most frequent elements, and gives their frequencies", () => {
    const { terms, collocations2, collocations3 } = chooseElements(core, rules);
    expect(terms).toEqual([
      ["algorithm", 3],
      ["genet", 3],
      ["data", 3],
      ["structur", 3],
    ]);
    expect(collocations2).toEqual([
      ["genet algorithm", 3],
      ["data structur", 3],
    ]);
    expect(collocations3).toEqual([]);
  });

  it("weights elements by their frequency compared with general text", () => {
    const shares = new Map([["data", 0.3]]);
    const background = (word: string): number => shares.get(word) ?? 0.01;
    const { terms, collocations2 } = chooseElements(core, { ...rules, background });
    expect(terms.map(([term]) => term)).toEqual(["algorithm", "genet", "structur"]);
    // The expected frequency of a collocation is that of its rarest word.
    expect(collocations2.map(([pair]) => pair)).toEqual(["genet algorithm", "data structur"]);
  });

  it("does not choose elements that are as frequent in general text", () => {
    expect(chooseElements(core, { ...rules, background: () => 0.5 }).terms).toEqual([]);
  });

  it("never chooses an element of a single seed, even if it is very frequent", () => {
    const again = [...core, document("casino bonus casino", "d")];
    expect(chooseElements(again, rules).terms.map(([term]) => term)).not.toContain("casino");
  });

  it("leaves out numbers and single letters of alphabets, but keeps single ideographs", () => {
    const pages = ["a", "b"].map((seed) => document("1999 x я 茶 tea", seed));
    const terms = chooseElements(pages, rules).terms.map(([term]) => term);
    expect(terms.sort()).toEqual(["tea", "茶"]);
  });

  it("chooses the same collocations as a count one by one", () => {
    const word = fc.constantFrom("tea", "pot", "leaf", "|", "7", "constructor", "__proto__");
    const pages = fc.array(fc.array(word, { maxLength: 12 }), { maxLength: 6 });
    fc.assert(
      fc.property(pages, (texts) => {
        const all = texts.map((words, seed) => document(words.join(" "), String(seed)));
        const found = chooseElements(all, rules);
        for (const [size, list] of [
          [2, found.collocations2],
          [3, found.collocations3],
        ] as const) {
          const names = new Set(all.flatMap((page) => [...wordElements(page, size)]));
          const expected = [...names].filter(
            (name) =>
              !name.includes("7") &&
              all.filter((page) => [...wordElements(page, size)].includes(name)).length >= 2,
          );
          expect(list.map(([name]) => name).sort()).toEqual(expected.sort());
        }
      }),
    );
  });
});
