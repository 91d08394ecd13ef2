import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elementsOf, chooseElements } from "../../src/topic/document.js";
import { document } from "./documents.js";

const rules = { elements: 100, fewestSeeds: 2 };

describe("collocations are runs of words with nothing between them", () => {
  it("as the paper builds them", () => {
    const page = document("binari search tree | travel salesman problem");
    expect([...elementsOf(page, 1)]).toHaveLength(6);
    expect([...elementsOf(page, 2)]).toEqual([
      "binari search",
      "search tree",
      "travel salesman",
      "salesman problem",
    ]);
    expect([...elementsOf(page, 3)]).toEqual(["binari search tree", "travel salesman problem"]);
  });

  it("a page of fewer words has none", () => {
    expect([...elementsOf(document("tree"), 2)]).toEqual([]);
    expect([...elementsOf(document("| | |"), 1)]).toEqual([]);
  });
});

describe("the elements of a core", () => {
  const core = [
    document("data structur | genet algorithm | data structur", "a"),
    document("genet algorithm | data structur", "b"),
    document("genet algorithm | 2002", "c"),
    document("casino bonus casino bonus casino bonus 2002", "d"),
  ];

  it("are those that most seeds have, then the most frequent ones, with their frequency", () => {
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

  it("are never what one seed alone says, however often", () => {
    const again = [...core, document("casino bonus casino", "d")];
    expect(chooseElements(again, rules).terms.map(([term]) => term)).not.toContain("casino");
  });

  it("are at most so many of each class", () => {
    expect(chooseElements(core, { ...rules, elements: 1 }).terms).toEqual([["algorithm", 3]]);
  });

  it("leave out numbers and single letters of alphabets, not single ideographs", () => {
    const pages = ["a", "b"].map((seed) => document("1999 x я 茶 tea", seed));
    const terms = chooseElements(pages, rules).terms.map(([term]) => term);
    expect(terms.sort()).toEqual(["tea", "茶"]);
  });

  it("are the same as counted one by one", () => {
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
          const names = new Set(all.flatMap((page) => [...elementsOf(page, size)]));
          const expected = [...names].filter(
            (name) =>
              !name.includes("7") &&
              all.filter((page) => [...elementsOf(page, size)].includes(name)).length >= 2,
          );
          expect(list.map(([name]) => name).sort()).toEqual(expected.sort());
        }
      }),
    );
  });
});
