import { describe, expect, it } from "vitest";
import { languageEvidence } from "../../../src/page/features/language.js";
import type { LanguageEvidence } from "../../../src/page/words/language-detector.js";
import { openPage } from "../../../src/page/page.js";

const evidenceOf = (html: string): LanguageEvidence => {
  const page = openPage(Buffer.from(html), "text/html; charset=utf-8");
  return languageEvidence.extract(page, {});
};

describe("the evidence for a page's language", () => {
  it("returns the most likely languages first, and the number of letters", () => {
    const sentence = "Das Museum ist an allen Tagen der Woche außer montags für Besucher geöffnet.";
    const evidence = evidenceOf(`<p>${sentence}</p>`);
    expect(evidence).toMatchObject({ language: "de", letters: 63 });
    expect(evidence).toHaveProperty("candidates.0.0", "de");
  });

  it.each([
    ["km", "សារមន្ទីរបើកទ្វារជារៀងរាល់ថ្ងៃនៃសប្តាហ៍លើកលែងតែថ្ងៃច័ន្ទ"],
    ["my", "ပြတိုက်ကို တနင်္လာနေ့မှလွဲ၍ နေ့တိုင်းဖွင့်သည်၊ လာရောက်လည်ပတ်ပါ"],
  ])("detects the language %s by its script", (language, sentence) => {
    expect(evidenceOf(`<p>${sentence}</p>`)).toMatchObject({ language });
  });

  it("detects the same language for composed and decomposed letters", () => {
    const sentence = "박물관은 월요일을 제외하고 매일 문을 열며 입장료는 무료입니다.";
    const composed = evidenceOf(`<p>${sentence}</p>`);
    expect(composed).toMatchObject({ language: "ko" });
    expect(evidenceOf(`<p>${sentence.normalize("NFD")}</p>`)).toEqual(composed);
  });

  it("finds no language on a page without text, and limits the evidence for a megabyte without spaces", () => {
    expect(evidenceOf("")).toEqual({ language: "und", letters: 0, candidates: [] });
    const evidence = evidenceOf(`<p>${"ภาษา".repeat(250_000)}</p>`);
    expect(evidence).toHaveProperty("letters");
    expect(JSON.stringify(evidence).length).toBeLessThan(500);
  });
});
