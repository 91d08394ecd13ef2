import { describe, expect, it } from "vitest";
import { languageSample } from "../../../src/page/features/language.js";
import { languageSampleOf } from "../../../src/page/words/language-detector.js";
import type { Page } from "../../../src/page/types.js";
import { pageOf } from "./page.js";

/** Makes a page with one paragraph per line. */
const linesOf = (text: string): Page =>
  pageOf(text, {
    paragraphs: text.split("\n").map((line) => ({
      text: line,
      domPath: "body.p",
      linkCharacters: 0,
      isHeading: false,
    })),
  });

const languageOf = (text: string): string => languageSample.extract(linesOf(text), {});

describe("the language of a page", () => {
  const sentences: readonly (readonly [language: string, sentence: string])[] = [
    ["en", "The museum opens its doors every day of the week except on Mondays."],
    ["de", "Das Museum ist an allen Tagen der Woche außer montags für Besucher geöffnet."],
    ["ru", "Музей открыт для посетителей каждый день недели, кроме понедельника."],
    ["el", "Το μουσείο είναι ανοιχτό για τους επισκέπτες κάθε μέρα εκτός Δευτέρας."],
    ["zh", "博物馆除星期一以外每天都对参观者开放，欢迎大家前来参观我们的新展览。"],
    ["ja", "博物館は月曜日を除いて毎日開館しています。ぜひ新しい展覧会にお越しください。"],
    ["ko", "박물관은 월요일을 제외하고 매일 관람객에게 문을 엽니다. 새 전시회에 오세요."],
    ["ar", "يفتح المتحف أبوابه للزوار كل يوم من أيام الأسبوع ما عدا يوم الاثنين"],
    ["he", "המוזיאון פתוח למבקרים בכל ימות השבוע מלבד יום שני, בואו לראות את התערוכה"],
    ["hi", "संग्रहालय सोमवार को छोड़कर सप्ताह के हर दिन आगंतुकों के लिए खुला रहता है"],
    ["th", "พิพิธภัณฑ์เปิดให้ผู้เข้าชมทุกวันยกเว้นวันจันทร์ ขอเชิญชมนิทรรศการใหม่ของเรา"],
  ];

  it.each(sentences)("detects the language %s from a sentence", (language, sentence) => {
    expect(languageOf(sentence)).toBe(language);
  });

  it("leaves the language undetermined with little or no text", () => {
    expect(languageOf("")).toBe("und");
    expect(languageOf("Home")).toBe("und");
    expect(languageOf("2009 2010 2011 2012 2013 2014 2015 2016")).toBe("und");
  });

  it("detects the language of the prose below a menu in another language", () => {
    const menu = "Home\nContact us\nSearch\nSite map\nPrivacy policy\nTerms of service\n".repeat(
      20,
    );
    const prose = sentences[1]![1].repeat(3);
    expect(languageOf(`${menu}${prose}`)).toBe("de");
  });

  it("samples a limited length of text for language detection", () => {
    const { paragraphs } = linesOf("word ".repeat(1_000_000));
    expect(languageSampleOf(paragraphs).length).toBeLessThanOrEqual(2_001);
  });
});
