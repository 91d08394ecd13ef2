import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { porterStem, stemmedLanguages, stemmerOf } from "../../../src/page/words/stem.js";
import { normaliseToken } from "./normalise-token.js";

describe("English stems", () => {
  it("stems any text to lower case, with at most one additional letter", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{1,15}$/u)), (word) => {
        const found = porterStem(word);
        expect(found).toBe(found.toLowerCase());
        expect(found.length).toBeLessThanOrEqual(word.toLowerCase().length + 1);
      }),
    );
  });

  it.each(["y", "alli", "ing", "ed", "ational", "e"])(
    "stems 100,000 letters of %j in linear time",
    (part) => {
      expect(porterStem(`x${part.repeat(100_000 / part.length)}`).length).toBeGreaterThan(0);
    },
  );
});

describe("stems of other languages", () => {
  it("stems any word in any language without an error", () => {
    for (const language of stemmedLanguages)
      fc.assert(
        fc.property(
          fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[a-zäéñöåж]{0,12}$/u)),
          (word) => {
            expect(typeof stemmerOf(language)(word)).toBe("string");
          },
        ),
        { numRuns: 50 },
      );
  });
});

describe("normalising a token", () => {
  const normalise = (
    token: string,
    stems = true,
    drops = true,
    language = "en",
  ): string | undefined => normaliseToken(token, { stem: stems, stopWords: drops, language });

  it("stems a token, then drops stop words and single punctuation marks", () => {
    expect(
      ["The", "museums", ",", "of", "RUNNING", "``", "''", "..."].map((token) => normalise(token)),
    ).toEqual([undefined, "museum", undefined, undefined, "run", "``", "''", "..."]);
  });

  it('compares stems with stop words, so that "this", "was" and "his" are kept', () => {
    expect(["this", "was", "his", "very"].map((token) => normalise(token))).toEqual([
      "thi",
      "wa",
      "hi",
      "veri",
    ]);
  });

  it("folds case only to compare with stop words if it does not stem", () => {
    expect(["This", "Museums", "Was", "&"].map((token) => normalise(token, false))).toEqual([
      undefined,
      "Museums",
      undefined,
      undefined,
    ]);
  });

  it("drops nothing if stop words are kept", () => {
    expect(["The", ","].map((token) => normalise(token, true, false))).toEqual(["the", ","]);
    expect(["The", ","].map((token) => normalise(token, false, false))).toEqual(["The", ","]);
  });

  it("normalises a token in the same way in any order of tokens and after repetitions", () => {
    const questions = fc.array(
      fc.tuple(fc.string(), fc.boolean(), fc.boolean(), fc.constantFrom("en", "fr", "tlh")),
    );
    fc.assert(
      fc.property(questions, (asked) => {
        const first = asked.map((question) => normalise(...question));
        const again = asked.toReversed().map((question) => normalise(...question));
        expect(again.reverse()).toEqual(first);
      }),
    );
  });
});
