// Measures how reliable a change of language is, by comparing pieces of pages with whole pages of the same and of other
// languages.
// Usage: node bench/language.mjs FILE.warc.gz...
import { detect } from "../dist/lib/index.js";
import { detectLanguage, languageSampleOf } from "../build/page/words/language-detector.js";
import { language } from "../build/score/measures/language.js";

const evidenceOf = (text) =>
  detectLanguage(languageSampleOf(text.split("\n").map((line) => ({ text: line }))));

const pages = [];
for await (const result of detect({
  input: `warc=${process.argv.slice(2).join(",")}`,
  measures: "bytecount",
  excerpts: 6_000,
})) {
  const text = result.excerpt?.value ?? "";
  const evidence = evidenceOf(text);
  if (evidence.letters >= 600 && evidence.language !== "und") pages.push({ text, evidence });
}

/** Returns three pieces of about `letters` letters, from the beginning, the middle and the end of a text. */
function pieces(text, letters) {
  const length = Math.min(text.length, letters);
  return [0, 0.5, 0.9].map((part) => {
    const from = Math.floor((text.length - length) * part);
    return text.slice(from, from + length);
  });
}

console.log(
  `${pages.length} pages in ${new Set(pages.map((p) => p.evidence.language)).size} languages`,
);
const thresholds = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
console.log(
  "characters  known  wrong        off-topic in the same language | off-topic in another language",
);
console.log(
  `                                 ${thresholds.map((t) => `<${t}`.padStart(7)).join("")} |${thresholds.map((t) => `<${t}`.padStart(7)).join("")}`,
);
for (const length of [25, 50, 100, 200, 400, 800]) {
  let [all, told, wrong] = [0, 0, 0];
  const same = [];
  const other = [];
  for (const [at, { text, evidence }] of pages.entries()) {
    const [stranger] = [...pages.slice(at + 1), ...pages].filter(
      (page) => page.evidence.language !== evidence.language,
    );
    for (const piece of pieces(text, length)) {
      all += 1;
      const found = evidenceOf(piece);
      if (found.language === "und") continue;
      told += 1;
      wrong += Number(found.language !== evidence.language);
      same.push(language.score(evidence, found));
      other.push(language.score(stranger.evidence, found));
    }
  }
  const share = (scores, t) =>
    `${((100 * scores.filter((score) => score < t).length) / scores.length).toFixed(1)}%`.padStart(
      7,
    );
  console.log(
    String(length).padEnd(12) +
      `${((100 * told) / all).toFixed(0)}%`.padEnd(7) +
      `${((100 * wrong) / told).toFixed(1)}%`.padEnd(14) +
      `${thresholds.map((t) => share(same, t)).join("")} |${thresholds.map((t) => share(other, t)).join("")}`,
  );
}
