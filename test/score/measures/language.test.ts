import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languageEvidence } from "../../../src/page/features/language.js";
import type { LanguageEvidence } from "../../../src/page/words/language-detector.js";
import { language } from "../../../src/score/measures/language.js";
import { openPage } from "../../../src/page/page.js";
import { settingsOf } from "./settings.js";

function evidenceOf(...sentences: readonly string[]): LanguageEvidence {
  const html = sentences.map((sentence) => `<p>${sentence}</p>`).join("");
  const page = openPage(Buffer.from(`<body>${html}</body>`), "text/html; charset=utf-8");
  return languageEvidence.extract(page, {});
}

const scoreOf = (first: LanguageEvidence, memento: LanguageEvidence): number =>
  language.score(first, memento, settingsOf());

const spanish = evidenceOf(
  "La asociación de vecinos del puerto viejo organiza cada verano una fiesta con música, comida y juegos para los niños.",
  "Este año celebramos también el aniversario de la biblioteca, que abrió sus puertas hace cincuenta años.",
);
const japanese = evidenceOf(
  "中古車の査定は無料です。お客様のお車を高く買い取りますので、お気軽にお問い合わせください。",
  "営業時間は午前九時から午後六時までで、日曜日と祝日はお休みをいただいております。",
);
const danish = evidenceOf(
  "Foreningen blev stiftet i gamle dage og har nu mange medlemmer, som mødes hver uge i klubhuset ved havnen.",
);
const norwegian = evidenceOf(
  "Foreningen ble stiftet i gamle dager og har nå mange medlemmer, som møtes hver uke i klubbhuset ved havnen.",
);

describe("similarity of languages", () => {
  it("scores 1 for two pages in the same language, however different the pages", () => {
    const other = evidenceOf("El ayuntamiento ha aprobado los presupuestos del próximo año.");
    expect(scoreOf(spanish, other)).toBe(1);
  });

  it("scores far below the threshold for a site in another language", () => {
    expect([spanish.language, japanese.language]).toEqual(["es", "ja"]);
    expect(scoreOf(spanish, japanese)).toBeLessThan(0.4);
    expect(scoreOf(japanese, spanish)).toBeLessThan(0.4);
  });

  it("scores near 1 for languages that are hard to distinguish", () => {
    expect([danish.language, norwegian.language]).toEqual(["da", "no"]);
    expect(scoreOf(danish, norwegian)).toBeGreaterThan(0.7);
  });

  it("does not call a page of 45 letters or fewer off-topic by its language", () => {
    const short = evidenceOf("Эта страница сейчас недоступна.");
    expect(short.language).toBe("ru");
    expect(short.letters).toBeLessThanOrEqual(45);
    expect(scoreOf(spanish, short)).toBeGreaterThanOrEqual(0.5);
    expect(scoreOf(spanish, short)).toBeLessThan(1);
  });

  it("scores 1 for a memento in an unknown language, which counts as empty", () => {
    const nothing = evidenceOf("404");
    expect(nothing).toEqual({ language: "und", letters: 0, candidates: [] });
    expect(scoreOf(spanish, nothing)).toBe(1);
    expect(languageEvidence.isEmpty(nothing)).toBe(true);
    expect(languageEvidence.isEmpty(spanish)).toBe(false);
  });

  it("computes the language score from the smaller of two confidences as defined", () => {
    const of = (own: string, letters: number, rival: string, share: number): LanguageEvidence => ({
      language: own,
      letters,
      candidates: [
        [own, 4],
        [rival, 4 * share],
      ],
    });
    expect(scoreOf(of("de", 45, "nl", 0), of("nl", 955, "de", 0))).toBeCloseTo(0.5, 12);
    expect(scoreOf(of("de", 955, "nl", 0.5), of("nl", 955, "de", 0))).toBeCloseTo(
      1 - 0.5 * 0.955,
      12,
    );
  });

  it("scores languages from 0 to 1 for any evidence", () => {
    const tag = fc.constantFrom("de", "nl", "ja", "und");
    const evidence = fc.record({
      language: tag,
      letters: fc.nat(1_000),
      candidates: fc.array(fc.tuple(tag, fc.double({ min: 0, max: 50, noNaN: true }))),
    });
    fc.assert(
      fc.property(evidence, evidence, (first, memento) => {
        const score = scoreOf(first, memento);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(scoreOf(memento, first)).toBe(score);
      }),
    );
  });
});
