import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { porterStem, lancasterStem, stem, stemmedLanguages } from "../../../src/page/words/stem.js";
import { normaliseToken } from "../../../src/page/words/terms.js";
import { stopWords } from "../../../src/page/words/stop-words.js";
import { ROOT } from "../../support/run-bin.js";

describe("English stems", () => {
  it.each([
    // Porter 1980, the examples of each step.
    ["caresses", "caress"],
    ["ponies", "poni"],
    ["cats", "cat"],
    ["feed", "feed"],
    ["agreed", "agre"],
    ["plastered", "plaster"],
    ["motoring", "motor"],
    ["hopping", "hop"],
    ["falling", "fall"],
    ["filing", "file"],
    ["happy", "happi"],
    ["relational", "relat"],
    ["vietnamization", "vietnam"],
    ["electrical", "electr"],
    ["adjustment", "adjust"],
    ["adoption", "adopt"],
    ["controll", "control"],
    ["rate", "rate"],
    ["cease", "ceas"],
    // NLTK's own rules and words.
    ["enjoy", "enjoy"],
    ["ties", "tie"],
    ["dying", "die"],
    ["skies", "sky"],
    ["news", "news"],
    ["News", "new"],
    ["fly", "fli"],
    ["radically", "radic"],
    ["theology", "theolog"],
    ["IS", "is"],
    ["", ""],
  ])("%s: %s", (word, expected) => {
    expect(porterStem(word)).toBe(expected);
  });

  it("of any text are lower case and no longer than one letter more", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{1,15}$/u)), (word) => {
        const found = porterStem(word);
        expect(found).toBe(found.toLowerCase());
        expect(found.length).toBeLessThanOrEqual(word.toLowerCase().length + 1);
      }),
    );
  });

  it.each(["y", "alli", "ing", "ed", "ational", "e"])(
    "of 100,000 letters of %j come in linear time",
    (part) => {
      expect(porterStem(`x${part.repeat(100_000 / part.length)}`).length).toBeGreaterThan(0);
    },
  );
});

describe("stems of other languages", () => {
  it.each([
    ["de", "Museen", "muse"],
    ["es", "museos", "muse"],
    ["fr", "Universités", "univers"],
    ["it", "musei", "muse"],
    ["nl", "musea's", "musea'"],
    ["nb-NO", "museene", "muse"],
    ["pt-BR", "quilométricas", "quilométr"],
    ["ru", "книгами", "книг"],
    ["ja", "コンピューター", "コンピュータ"],
    ["sv", "jakterna", "jakt"],
    ["uk", "книгами", "книг"],
  ])("%s: %s", (language, word, expected) => {
    expect(stem(word, language)).toBe(expected);
  });

  it.each([
    ["maximum", "maxim"],
    ["presumably", "presum"],
    ["Multiply", "multiply"],
    ["owed", "ow"],
  ])("of English by the Lancaster stemmer, as in its paper: %s", (word, expected) => {
    expect(lancasterStem(word)).toBe(expected);
  });

  it("are the words in lower case where there is no stemmer", () => {
    expect(stem("Múzeum", "sk")).toBe("múzeum");
    expect(stem("Museum", "x-constructor")).toBe("museum");
  });

  it("no word makes any of them throw", () => {
    for (const language of stemmedLanguages)
      fc.assert(
        fc.property(
          fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[a-zäéñöåж]{0,12}$/u)),
          (word) => {
            expect(typeof stem(word, language)).toBe("string");
          },
        ),
        { numRuns: 50 },
      );
  });

  it("load nothing that writes to standard output", () => {
    const script = `
      import { stem, stemmedLanguages } from "./build/page/words/stem.js";
      for (const language of stemmedLanguages) stem("museum", language);`;
    const args = ["--input-type=module", "-e", script];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: ROOT });
    expect([stdout.toString(), stderr.toString(), status]).toEqual(["", "", 0]);
  });
});

describe("normalising a token", () => {
  const normalise = (
    token: string,
    stems = true,
    drops = true,
    language = "en",
  ): string | undefined => normaliseToken(token, { stem: stems, stopWords: drops, language });

  it("stems it, and then drops stop words and single punctuation marks", () => {
    expect(
      ["The", "museums", ",", "of", "RUNNING", "``", "''", "..."].map((token) => normalise(token)),
    ).toEqual([undefined, "museum", undefined, undefined, "run", "``", "''", "..."]);
  });

  it("compares after stemming: this, was and his stay", () => {
    expect(["this", "was", "his", "very"].map((token) => normalise(token))).toEqual([
      "thi",
      "wa",
      "hi",
      "veri",
    ]);
  });

  it("without stems folds case only to compare", () => {
    expect(["This", "Museums", "Was", "&"].map((token) => normalise(token, false))).toEqual([
      undefined,
      "Museums",
      undefined,
      undefined,
    ]);
  });

  it("without stop words drops nothing", () => {
    expect(["The", ","].map((token) => normalise(token, true, false))).toEqual(["the", ","]);
    expect(["The", ","].map((token) => normalise(token, false, false))).toEqual(["The", ","]);
  });

  it("has no stop words of a language it does not know", () => {
    expect(stopWords("tlh").size).toBe(0);
    expect(stopWords("en-US").size).toBe(179);
    expect(normalise("the", true, true, "tlh")).toBe("the");
  });

  it("is not confused by the names of an object's own properties", () => {
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"])
      expect(normalise(name, false)).toBe(name);
  });

  it("gives the same answer however often and in whatever order it is asked", () => {
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
