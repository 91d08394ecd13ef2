import { foldCase, normalForm } from "../../../src/page/words/characters.js";
import { splitSentences } from "../../../src/page/words/sentences.js";
import { lancasterStem, porterStem, stemmerOf } from "../../../src/page/words/stem.js";
import { normaliseToken } from "./normalise-token.js";
import { tokenize } from "../../../src/page/words/tokenize.js";
import { testRows } from "../../support/cases.js";

const listed = (parts: Iterable<string>): string => [...parts].join(" | ");

const wordsOf = (text: string, language: string): readonly string[] => [
  ...tokenize(text, language).words,
];

function sentencesOf(text: string, language: string): string[] {
  const bounds = splitSentences(text, language, false);
  return Array.from({ length: bounds.length / 2 }, (_, at) =>
    text.slice(bounds[2 * at], bounds[2 * at + 1]),
  );
}

/** The work that each table shows: of a text or word, in a language. */
const WORK: Readonly<Record<string, (text: string, language: string) => string>> = {
  "folded.tsv": foldCase,
  "lancaster.tsv": lancasterStem,
  "normal-form.tsv": normalForm,
  "porter.tsv": porterStem,
  "sentences.tsv": (text, language) => listed(sentencesOf(text, language)),
  "stems.tsv": (word, language) => stemmerOf(language)(word),
  "terms.tsv": (text, language) =>
    listed(
      wordsOf(text, language).flatMap(
        (token) => normaliseToken(token, { stem: true, stopWords: true, language }) ?? [],
      ),
    ),
  "words.tsv": (text, language) => listed(wordsOf(text, language)),
};

testRows("words", ({ text, word, language = "en" }, table) =>
  WORK[table]!(text ?? word ?? "", language),
);
