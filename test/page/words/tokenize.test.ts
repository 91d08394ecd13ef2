import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitSentences } from "../../../src/page/words/sentences.js";
import { whiteSpace } from "../../../src/page/words/characters.js";
import { foldTokens, tokenize } from "../../../src/page/words/tokenize.js";
import { long, runs } from "../../support/thorough.js";

const blank = new RegExp(`^[${whiteSpace}]*$`, "u");

describe("the sentences of a text", () => {
  it("finds no sentence in white space", () => {
    expect(["", " \n "].map((text) => splitSentences(text, "en", false).length)).toEqual([0, 0]);
  });

  it("puts every character except white space between sentences into a sentence", () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom(..."aB1.?!'\")] \n-,;".split("")), fc.string()))
      .map((parts) => parts.join(""));
    for (const language of ["en", "fr"])
      fc.assert(
        fc.property(text, (given) => {
          const bounds = splitSentences(given, language, false);
          let gaps = "";
          let at = 0;
          for (let index = 0; index < bounds.length; index += 2) {
            const [from, to] = [bounds[index]!, bounds[index + 1]!];
            expect(from).toBeGreaterThanOrEqual(at);
            expect(to).toBeGreaterThan(from);
            gaps += given.slice(at, from);
            at = to;
          }
          expect(gaps + given.slice(at)).toMatch(blank);
        }),
        { numRuns: runs(100) },
      );
  });

  it.each([".", ". ", "a.", "( ", "1. "])(
    "splits 100 kilobytes of %j into sentences in linear time",
    (piece) => {
      const text = piece.repeat(100_000 / piece.length);
      expect(splitSentences(text, "en", false).length).toBeGreaterThan(0);
      expect(splitSentences(text, "de", false).length).toBeGreaterThan(0);
    },
  );
});

describe("the words of a text", () => {
  it("separates only the full stop at the end of a sentence from its word", () => {
    expect([...tokenize("It was Mr. Hill. He can't wait, etc. No.", "en").words]).toEqual(
      "It was Mr. Hill . He ca n't wait , etc . No .".split(" "),
    );
  });

  it("tokenizes lower-cased text differently if an initial no longer ends a sentence", () => {
    const text = "This is plan B. The end.";
    const tokens = tokenize(text, "en");
    expect([...tokens.words]).toEqual(["This", "is", "plan", "B", ".", "The", "end", "."]);
    expect([...foldTokens(text, "en", tokens)]).toEqual("this is plan b. the end .".split(" "));
  });

  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ..."Mr. |B. |U.S. |The |etc. |don'T |CAN'T |He'Ll |DİŞ |ΟΔΟΣ |Inc. |1999. |It |.| |\"|'|(|)|Cannot|ǅ|\n|... ".split(
            "|",
          ),
        ),
        fc.string({ unit: "grapheme", maxLength: 6 }),
      ),
    )
    .map((parts) => parts.join(""));

  it("derives the words of lower-cased text from those of the original text", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect([...foldTokens(given, "en", tokenize(given, "en"))]).toEqual([
          ...tokenize(given.toLowerCase(), "en").words,
        ]);
      }),
      { numRuns: runs(300) },
    );
  });

  it("keeps the sentences of other languages when it folds case", () => {
    const text = "Das Haus. Die Tür. ΤΟ ΣΠΙΤΙ.";
    const tokens = tokenize(text, "de");
    expect([...foldTokens(text, "de", tokens)]).toEqual(
      "das haus . die tür . το σπιτι .".split(" "),
    );
  });

  it("tokenizes and folds any text in linear time", () => {
    for (const piece of ["<", "&", "a.", "A. ", "'", '"', "x", "'Ll "]) {
      const text = piece.repeat(long(100_000, 500_000) / piece.length);
      const tokens = tokenize(text, "en");
      expect(foldTokens(text, "en", tokens).length).toBeGreaterThan(0);
    }
    expect(tokenize("a\u2014".repeat(200_000), "ru").words.length).toBe(200_000);
  });
});
