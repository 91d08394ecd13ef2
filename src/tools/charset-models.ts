import { readFileSync } from "node:fs";
import { join } from "node:path";
import { languagesOfCharsets } from "../pages/charset-detector.js";
import {
  type CharsetModels,
  characterModelOf,
  letterModelOf,
  type WordShares,
} from "../pages/letter-models.js";
import { readFrequencies } from "../platform/data.js";

/** The models of all languages that the charset detector compares, from the lists of frequent words. */
export function charsetModels(): CharsetModels {
  const { oneByte, twoBytes } = languagesOfCharsets();
  return {
    letters: Object.fromEntries(
      oneByte.map((language) => [language, letterModelOf(wordsOf(language))]),
    ),
    characters: Object.fromEntries(
      twoBytes.map((language) => [language, characterModelOf(wordsOf(language))]),
    ),
  };
}

/** The words of a language as pages in charsets of one byte spell them. */
function* wordsOf(language: string): WordShares {
  if (language === "he-reversed") {
    for (const [word, share] of wordsOf("he")) yield [[...word].reverse().join(""), share];
  } else if (language === "th") {
    for (const word of thaiWords()) yield [word, 1];
  } else {
    const spelt = SPELLINGS[language] ?? ((word: string) => word);
    const list = readFrequencies(language);
    if (list === undefined) throw new Error(`there is no list of frequent words of ${language}`);
    const isLatin = /^(?:\P{L}*\p{Script=Latin}){99}/u.test(list);
    for (const [at, line] of list.trimEnd().split("\n").entries())
      for (const word of line.split(" "))
        // Lists of other scripts have some English words.
        if (word !== "" && (isLatin || !/[a-z]/u.test(word)))
          yield [spelt(word), 10 ** (-(at + 0.5) / 10)];
  }
}

/** The lists have some letters that the charsets lack: pages in them have others instead. */
const SPELLINGS: Readonly<Record<string, (word: string) => string>> = {
  el: (word) => word.replace(/(?<=.)σ$/u, "ς"),
  fa: (word) => word.replaceAll("ی", "ي"),
  ro: (word) => word.replaceAll("ș", "ş").replaceAll("ț", "ţ"),
  ur: (word) => word.replaceAll("ی", "ي"),
  // Marks of tones are characters of their own.
  vi: (word) =>
    word.normalize("NFD").replace(/([aeiou])([\u0323]?)([\u0302\u0306\u031b])/gu, "$1$3$2").replace(/.[\u0302\u0306\u031b]/gu, (letter) => letter.normalize("NFC")),
};

/** There is no list of frequent words of Thai; its letters are its own, and a list of words that are left out is enough. */
function thaiWords(): string[] {
  const file = join(import.meta.dirname, "..", "..", "node_modules", "stopwords-iso", "stopwords-iso.json");
  return (JSON.parse(readFileSync(file, "utf8")) as Record<string, string[]>)["th"]!;
}
