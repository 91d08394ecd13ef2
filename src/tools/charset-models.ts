import { readFileSync } from "node:fs";
import { languagesOfCharsets } from "../read/coding/charset-detector.js";
import type { CharsetModels } from "../read/coding/letter-models.js";
import { readFrequencies, readStopList, stopListNames } from "../base/platform/data.js";
import { characterModelOf, letterModelOf, type WordShares } from "./letter-models.js";

/** The models are made from lists of words. */
export function charsetModels(): CharsetModels {
  const { oneByte, twoBytes } = languagesOfCharsets();
  return {
    letters: Object.fromEntries(
      oneByte.map((language) => [language, letterModelOf(wordShares(language))]),
    ),
    characters: Object.fromEntries(
      twoBytes.map((language) => [language, characterModelOf(wordShares(language))]),
    ),
  };
}

/** Yields the words of a language in the spelling of pages of the old web. */
function* wordShares(language: string): WordShares {
  if (language === "he-reversed") {
    for (const [word, share] of wordShares("he"))
      yield [Array.from(word).reverse().join(""), share];
    return;
  }
  const spelt = SPELLINGS[language] ?? ((word: string) => word);
  const words = [...listedWords(language)];
  const latin = words.filter(([word]) => /[a-z]/u.test(word)).length;
  for (const [word, share] of words)
    // Word lists of languages with other scripts include some English words.
    if (latin > words.length / 2 || !/[a-z]/u.test(word)) yield [spelt(word), share];
}

/** Yields the frequent words of a language. For a language without a list of frequent words, yields its stop words. */
function* listedWords(language: string): WordShares {
  const lines = readFrequencies(language)?.trimEnd().split("\n");
  for (const [at, line] of lines?.entries() ?? [])
    for (const word of line.split(" ").filter((each) => each !== ""))
      yield [word, 10 ** (-(at + 0.5) / 10)];
  if (lines !== undefined) return;
  const words = stopListNames().includes(language)
    ? readStopList(language).trimEnd().split("\n")
    : stopList(language);
  for (const word of words) yield [word, 1 / words.length];
}

/** Replaces letters that a charset lacks with the letters that pages use instead. */
const SPELLINGS: Readonly<Record<string, (word: string) => string>> = {
  el: (word) => word.replace(/(?<=.)σ$/u, "ς"),
  fa: (word) => word.replaceAll("ی", "ي"),
  ro: (word) => word.replaceAll("ș", "ş").replaceAll("ț", "ţ"),
  ur: (word) => word.replaceAll("ی", "ي"),
  // In windows-1258, tone marks are separate characters.
  vi: (word) =>
    word
      .normalize("NFD")
      .replace(/([aeiou])([\u0323]?)([\u0302\u0306\u031b])/gu, "$1$3$2")
      .replace(/.[\u0302\u0306\u031b]/gu, (letter) => letter.normalize("NFC")),
};

function stopList(language: string): readonly string[] {
  const file = new URL("../../node_modules/stopwords-iso/stopwords-iso.json", import.meta.url);
  const words = (JSON.parse(readFileSync(file, "utf8")) as Record<string, string[]>)[language];
  if (words === undefined) throw new Error(`there is no list of words of ${language}`);
  return words;
}
