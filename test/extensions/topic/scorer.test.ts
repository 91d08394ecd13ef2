import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PASSAGE, TopicScorer } from "../../../src/extensions/topic/profile/scorer.js";
import type { TopicElements } from "../../../src/extensions/topic/profile/types.js";
import { document } from "./documents.js";
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

describe("shares of the topic's elements in a document", () => {
  it("counts each element of the topic once, wherever it occurs in the document", () => {
    const scores = scorer.score(document("string match | tree tree | match string"));
    expect(scores.get("terms")).toBe(3 / 4);
    expect(scores.get("collocations2")).toBe(1 / 2);
    expect(scores.get("collocations3")).toBe(0);
  });

  it("does not count a collocation whose words are separated", () => {
    const scores = scorer.score(document("string | match algorithm | search other tree"));
    expect(scores.get("collocations2")).toBe(0);
    expect(scores.get("collocations3")).toBe(0);
  });
});

describe("the cosine with the topic's terms", () => {
  it("computes a topic cosine of 1 for exactly the topic's terms, and of 0 without any of them", () => {
    expect(scorer.score(document("algorithm tree string match")).get("vsm")).toBeCloseTo(1, 12);
    expect(scorer.score(document("casino bonus")).get("vsm")).toBe(0);
  });

  it("computes the topic cosine of (1, 1, 1, 1) and (1 + ln 2, 1) with one unknown word as calculated by hand", () => {
    const page = document("tree tree string casino");
    const twice = 1 + Math.log(2);
    const expected = (twice + 1) / (2 * Math.sqrt(twice ** 2 + 1 + 1));
    expect(scorer.score(page).get("vsm")).toBeCloseTo(expected, 12);
  });
});

describe("the best passage", () => {
  it("finds a short passage of the topic in a long page about something else", () => {
    const noise = Array.from({ length: 400 }, (_, at) => `noise${at}`);
    const hidden = [...noise, "string", "match", "algorithm", "tree", ...noise].join(" ");
    const scores = scorer.score(document(hidden));
    expect(scores.get("vsm")).toBeLessThan(0.1);
    expect(scores.get("passage")).toBeGreaterThan(0.3);
  });

  it("uses the whole document as the best passage if it is no longer than a passage", () => {
    const page = document("string match | casino tree");
    const scores = scorer.score(page);
    expect(scores.get("passage")).toBe(scores.get("vsm"));
  });

  it("scores the best cosine of all windows of 200 characters that begin 50 characters apart", () => {
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

describe("almost empty pages", () => {
  it.each([
    ["empty", ""],
    ["only punctuation", "| | |"],
    ["a word in another alphabet", "алгоритм"],
    ["names of object properties", "constructor __proto__ toString"],
  ])("scores 0 in every topic measure for a page with this content: %s", (_, text) => {
    expect([...scorer.score(document(text)).values()]).toEqual([0, 0, 0, 0, 0]);
  });
});

it("scores every topic measure from 0 to 1", () => {
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
