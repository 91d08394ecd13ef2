import { readFileSync } from "node:fs";
import { eld } from "eld/medium";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyParagraphs } from "../../../src/page/boilerplate/justext.js";
import { LanguageScores } from "../../../src/page/words/language-scores.js";
import { openPage } from "../../../src/page/page.js";
import { splitSentences } from "../../../src/page/words/sentences.js";
import { normaliseToken } from "./normalise-token.js";
import { stemmedLanguages, stemmerOf } from "../../../src/page/words/stem.js";
import {
  stopList,
  stopListLanguages,
  stopWordLanguages,
  stopWords,
} from "../../../src/page/words/stop-words.js";
import { foldTokens, tokenize } from "../../../src/page/words/tokenize.js";
import { long } from "../../support/thorough.js";

const wordsOf = (text: string, language: string): string[] => [...tokenize(text, language).words];

const termsOf = (text: string, language: string): string[] =>
  wordsOf(text, language).flatMap((token) => {
    const term = normaliseToken(token, { stem: true, stopWords: true, language });
    return term === undefined ? [] : [term];
  });

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")) as unknown;
}

describe("words of scripts written without spaces", () => {
  it("splits text by script in any language of the page except English", () => {
    expect(wordsOf("Das 博物館 in Tokio", "de")).toEqual(["Das", "博物館", "in", "Tokio"]);
    expect(wordsOf("每天开放", "und")).toEqual(wordsOf("每天开放", "zh"));
    expect(wordsOf("每天开放", "en")).toEqual(["每天开放"]);
  });

  it("splits a long text without spaces into the same words as parts of that text", () => {
    const sentence = "ภาษาไทยเป็นภาษาที่มีผู้พูดมาก";
    const once = wordsOf(sentence, "th");
    const many = wordsOf(sentence.repeat(400), "th");
    expect(new Set(many)).toEqual(new Set(once));
    expect(many).toHaveLength(400 * once.length);
  });

  it.each(["ก", "中", "က", "é", "سلام"])(
    "splits a long text of %j without spaces in bounded time",
    (part) => {
      const text = part.repeat(long(20_000, 500_000) / part.length);
      for (const language of ["th", "fr"]) {
        const words = wordsOf(text, language);
        for (const word of new Set(words))
          normaliseToken(word, { stem: true, stopWords: true, language });
        expect(words.join("").length).toBeLessThanOrEqual(text.length);
      }
    },
  );
});

describe("words of other scripts", () => {
  it("ends sentences at the marks of other scripts", () => {
    const text = "यह पहला है। यह दूसरा है। یہ پہلا ہے۔ یہ دوسرا ہے۔";
    expect(splitSentences(text, "hi", false)).toHaveLength(8);
  });

  it("folds words by the rules of their language", () => {
    const folded = (text: string, language: string): string[] => [
      ...foldTokens(text, language, tokenize(text, language)),
    ];
    expect(folded("IRMAK İzmir", "tr")).toEqual(["ırmak", "izmir"]);
    expect(folded("ISAR Isny", "de")).toEqual(["isar", "isny"]);
    expect(folded("I\u0307zmir İzmir", "tr")).toEqual(["izmir", "izmir"]);
  });
});

describe("terms in a language", () => {
  it("drops stop words before stemming except in English, where OTMT drops them after stemming", () => {
    expect(termsOf("para los niños", "es")).toEqual(["niñ"]);
    expect(normaliseToken("para", { stem: true, stopWords: false, language: "es" })).toBe("par");
  });

  it("stems words like Snowball's own stemmers", () => {
    const words = readJson("snowball-words.json") as Record<string, [string, string][]>;
    for (const [language, pairs] of Object.entries(words)) {
      expect(stemmedLanguages).toContain(language);
      for (const [word, expected] of pairs)
        expect([word, stemmerOf(language)(word)]).toEqual([word, expected]);
    }
  });

  it("replaces a language's stop words by a given list of words and their stems", () => {
    const stopWordList = { digest: "own", words: ["Straße", "museum"] };
    const normalise = (token: string, language: string): string | undefined =>
      normaliseToken(token, { stem: true, stopWords: true, language, stopWordList });
    expect(["STRASSE", "und"].map((token) => normalise(token, "de"))).toEqual([undefined, "und"]);
    expect(["Museums", "the"].map((token) => normalise(token, "en"))).toEqual([undefined, "the"]);
  });
});

describe("lists by language", () => {
  it("has stop words for every listed language", () => {
    expect(stopWordLanguages().length).toBeGreaterThan(50);
    for (const language of stopWordLanguages())
      expect(stopWords(language).size).toBeGreaterThan(10);
    expect(stopWords("nb")).toBe(stopWords("no"));
  });

  it("reads all stop lists of jusText, with words in lower case", () => {
    expect(stopListLanguages()).toHaveLength(98);
    for (const language of stopListLanguages()) {
      const list = stopList(language);
      expect(list?.size).toBeGreaterThan(5);
      expect(list?.has("")).toBe(false);
    }
    expect([stopList("de")?.size, stopList("cs")?.size, stopList("en")?.size]).toEqual([
      623, 2935, 453,
    ]);
    expect(stopList("../de")).toBeUndefined();
  });

  it("classifies paragraphs in seven languages like jusText", () => {
    const { cases } = readJson("justext-languages.json") as {
      cases: { language: string; paragraphs: string[]; classes: string[] }[];
    };
    expect(cases.length).toBe(42);
    for (const { language, paragraphs, classes } of cases) {
      const html = paragraphs.map((text) => `<p>${text}</p>`).join("");
      const page = openPage(Buffer.from(`<body>${html}</body>`), "text/html; charset=utf-8");
      const found = classifyParagraphs(page.paragraphs, stopList(language));
      expect({ language, paragraphs, found }).toEqual({ language, paragraphs, found: classes });
    }
  });
});

describe("language scores", () => {
  const scores = new LanguageScores();

  /** Result of the package for a text, in the same form. */
  const asThePackage = (text: string): (readonly [string, number])[] => {
    const result = eld.detect(text);
    if (result.language === "" || !result.isReliable()) return [];
    return Object.entries(result.getScores()).map(([code, score]) => [code, score / (1 - score)]);
  };

  it.each([
    "The museum is open every day, and the school's hall on Sundays.",
    "Das Museum ist täglich geöffnet, außer montags und an Feiertagen.",
    "Musée ouvert tous les jours : l’entrée est gratuite aujourd'hui.",
    "Музей открыт каждый день, кроме понедельника, с десяти до пяти часов.",
    "博物館は毎日、十時から開館しています。入場は無料です。",
    "พิพิธภัณฑ์เปิดทุกวัน ไม่เว้นวันหยุด",
    "ΤΟ ΜΟΥΣΕΙΟ ΕΙΝΑΙ ΑΝΟΙΧΤΟ ΚΑΘΕ ΜΕΡΑ ΓΙΑ ΟΛΟΥΣ",
    "İstanbul müzesi her gün açıktır ve giriş ücretsizdir.",
    `Das Museum der ${"Donaudampfschifffahrtsgesellschaftskapitän".repeat(4)} ist heute zu`,
    "the museum is open ".repeat(40),
    "музей ".repeat(100),
  ])("computes the language scores of the package eld for: %s", (text) => {
    expect(scores.of(text)).toEqual(asThePackage(text));
    expect(scores.of(text)).not.toEqual([]);
  });

  it("computes the language scores of the package eld for any text", () => {
    const piece = fc.oneof(
      fc.constantFrom("the", "und", "école", "музей", "мы", "日本", "ก", "ا", "İ", "Σ", "ß"),
      fc.constantFrom(" ", " ", ". ", "'", " '", "’", "-", "7", "\ud800", "\u0301"),
      fc.string({ unit: "grapheme", maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 400, size: "max" }), (pieces) => {
        const text = pieces.join("");
        expect(scores.of(text)).toEqual(asThePackage(text));
      }),
    );
  });
});
