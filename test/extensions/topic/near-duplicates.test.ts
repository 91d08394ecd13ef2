import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  NearDuplicates,
  resemblance,
  shinglesOf,
} from "../../../src/extensions/topic/profile/document.js";
import { document } from "./documents.js";

const long = Array.from({ length: 200 }, (_, at) => `word${at}`);

describe("resemblance is the share of five-word runs that two documents have in common", () => {
  it("computes a resemblance of one third if two documents share one of three runs", () => {
    const one = shinglesOf(document("a b c d e f"));
    const other = shinglesOf(document("a b c d e g"));
    expect(resemblance(one, other)).toBe(1 / 3);
    expect(resemblance(one, one)).toBe(1);
  });
});

describe("a near-duplicate of an earlier document", () => {
  it("recognises a near-duplicate with one changed word at the end", () => {
    const known = new NearDuplicates();
    expect(known.isKnown(document(long.join(" ")))).toBe(false);
    expect(known.isKnown(document([...long.slice(0, -1), "else"].join(" ")))).toBe(true);
  });

  it("does not call a document a near-duplicate if words have changed everywhere", () => {
    const known = new NearDuplicates();
    known.isKnown(document(long.join(" ")));
    const other = long.map((word, at) => (at % 10 === 0 ? `${word}x` : word));
    expect(known.isKnown(document(other.join(" ")))).toBe(false);
  });

  it("finds the same near-duplicates as by comparing with every earlier document", () => {
    const change = fc.array(fc.nat({ max: 59 }), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        const known = new NearDuplicates();
        const kept: Float64Array[] = [];
        for (const places of changes) {
          const words = long.slice(0, 60);
          for (const place of places) words[place] = "other";
          const page = document(words.join(" "));
          const shingles = shinglesOf(page);
          const expected = kept.some((each) => resemblance(each, shingles) >= 0.9);
          expect(known.isKnown(page)).toBe(expected);
          if (!expected) kept.push(shingles);
        }
      }),
    );
  });
});
