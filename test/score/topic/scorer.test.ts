import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PASSAGE, TopicScorer } from "../../../src/score/topic/scorer.js";
import type { TopicElements } from "../../../src/score/topic/types.js";
import { document } from "./documents.js";

const e = Math.E;
const topic: TopicElements = {
  terms: [
    ["algorithm", 1],
    ["tree", 1],
    ["string", 1],
    ["match", 1],
  ],
  collocations2: [
    ["string match", 2],
    ["search tree", 1],
  ],
  collocations3: [["string match algorithm", 1]],
};
const scorer = new TopicScorer(topic);

describe("shares of the topic's elements that occur in a document", () => {
  it("count each element once, wherever it stands", () => {
    const scores = scorer.score(document("string match | tree tree | match string"));
    expect(scores.get("terms")).toBe(3 / 4);
    expect(scores.get("collocations2")).toBe(1 / 2);
    expect(scores.get("collocations3")).toBe(0);
  });

  it("are not met by words that something parts", () => {
    const scores = scorer.score(document("string | match algorithm | search other tree"));
    expect(scores.get("collocations2")).toBe(0);
    expect(scores.get("collocations3")).toBe(0);
  });
});

describe("the cosine with the topic's terms", () => {
  it("is 1 for a document of just these terms, and 0 for one without", () => {
    expect(scorer.score(document("algorithm tree string match")).get("vsm")).toBeCloseTo(1, 12);
    expect(scorer.score(document("casino bonus")).get("vsm")).toBe(0);
  });

  it("worked by hand: (1, 1, 1, 1) and (1 + ln 2, 1) with one strange word", () => {
    const page = document("tree tree string casino");
    const twice = 1 + Math.log(2);
    const expected = (twice + 1) / (2 * Math.sqrt(twice ** 2 + 1 + 1));
    expect(scorer.score(page).get("vsm")).toBeCloseTo(expected, 12);
  });

  it("weighs a term of the topic by 1 + ln of its frequency", () => {
    const weighted = new TopicScorer({
      ...topic,
      terms: [
        ["tea", e],
        ["pot", 1],
      ],
    });
    expect(weighted.score(document("tea")).get("vsm")).toBeCloseTo(2 / Math.sqrt(5), 12);
  });

  it("does not change with the order of words, which the collocations do", () => {
    const words = fc.shuffledSubarray(["tree", "string", "match", "casino", "algorithm"]);
    fc.assert(
      fc.property(words, (subset) => {
        const sorted = scorer.score(document([...subset].sort().join(" ")));
        const scores = scorer.score(document(subset.join(" ")));
        expect(scores.get("vsm")).toBeCloseTo(sorted.get("vsm")!, 12);
        expect(scores.get("terms")).toBe(sorted.get("terms"));
      }),
    );
  });
});

describe("the variable part", () => {
  it("weighs a fifth of the permanent one", () => {
    const variable: TopicElements = {
      terms: [["quicksort", 1]],
      collocations2: [["binari heap", 1]],
      collocations3: [],
    };
    const both = new TopicScorer(topic, variable);
    const scores = both.score(document("quicksort | binari heap"));
    expect(scores.get("terms")).toBeCloseTo(0.2 / 4.2, 12);
    expect(scores.get("collocations2")).toBeCloseTo(0.2 / 2.2, 12);
    expect(scores.get("vsm")).toBeCloseTo(0.2 / Math.sqrt(3 * (4 + 0.04)), 12);
  });
});

describe("the best passage", () => {
  it("finds a few words of the topic in a long page about something else", () => {
    const noise = Array.from({ length: 400 }, (_, at) => `noise${at}`);
    const hidden = [...noise, "string", "match", "algorithm", "tree", ...noise].join(" ");
    const scores = scorer.score(document(hidden));
    expect(scores.get("vsm")).toBeLessThan(0.1);
    expect(scores.get("passage")).toBeGreaterThan(0.3);
  });

  it("is that of the whole document where it is no longer than a passage", () => {
    const page = document("string match | casino tree");
    const scores = scorer.score(page);
    expect(scores.get("passage")).toBe(scores.get("vsm"));
  });

  it("is the best cosine of all windows of 200 characters, one every 50", () => {
    const word = fc.constantFrom(
      "tree",
      "string",
      "algorithm",
      "casino",
      "bonus",
      "|",
      "constructor",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 120 }), (words) => {
        const page = document(words.join(" "));
        const text = words.join(" ");
        let best = 0;
        for (
          let from = 0;
          from === 0 || from - PASSAGE.step + PASSAGE.length < text.length;
          from += PASSAGE.step
        ) {
          const inside: string[] = [];
          let at = 0;
          for (const one of words) {
            if (at >= from && at + one.length <= from + PASSAGE.length) inside.push(one);
            at += one.length + 1;
          }
          best = Math.max(best, scorer.score(document(inside.join(" "))).get("vsm")!);
        }
        expect(scorer.score(page).get("passage")).toBeCloseTo(best, 12);
      }),
    );
  });
});

describe("pages that are hardly pages", () => {
  it.each([
    ["an empty one", ""],
    ["one that has nothing but punctuation", "| | |"],
    ["one word of another alphabet", "алгоритм"],
    ["a word that objects have", "constructor __proto__ toString"],
  ])("%s scores 0 in everything", (_, text) => {
    expect([...scorer.score(document(text)).values()]).toEqual([0, 0, 0, 0, 0]);
  });

  it("a word of a million letters is one word", () => {
    const page = { words: ["", "tree"], widths: [1_000_000, 4] };
    expect(scorer.score(page).get("terms")).toBe(1 / 4);
    expect(scorer.score(page).get("passage")).toBeGreaterThan(0);
  });

  it("a topic without elements of a class has no score for it", () => {
    const narrow = new TopicScorer({ terms: [["tree", 1]], collocations2: [], collocations3: [] });
    expect([...narrow.score(document("tree")).keys()]).toEqual(["terms", "vsm", "passage"]);
  });
});

it("every score is a number from 0 to 1", () => {
  const words = fc.array(fc.constantFrom("tree", "string", "match", "search", "x", "|"), {
    maxLength: 80,
  });
  fc.assert(
    fc.property(words, (list) => {
      for (const score of scorer.score(document(list.join(" "))).values()) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    }),
  );
});
