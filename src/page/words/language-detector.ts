import { normalised } from "../../base/text.js";
import { memoise, once } from "../../base/math/memo.js";
import type { Paragraph } from "../types.js";
import { undetermined } from "./characters.js";
import { LanguageScores, type Likeness } from "./language-scores.js";

export type DetectedLanguage = {
  /** BCP 47 tag, or {@link undetermined} if the text is too short or the detector is not sure. */
  readonly language: string;
  readonly letters: number;
  /**
   * Most likely languages, best first, with their likeness. The likeness (0 or more) measures how common the letter
   * groups of the text are in the language.
   */
  readonly candidates: readonly Likeness[];
};

/** Number of characters that the detector needs. Reading them takes a tenth of a millisecond. */
const sampleLength = 1_000;
/** Minimum length of prose in characters. Shorter paragraphs are menus and labels, often in another language. */
const proseLength = 80;
/** With fewer letters, the language would be a guess. */
const fewestLetters = 20;

/** Returns enough text to detect the language of a page, prose first. */
export function languageSampleOf(paragraphs: readonly Paragraph[]): string {
  let sample = "";
  for (const isWanted of [isProse, isShort]) {
    for (const paragraph of paragraphs) {
      if (sample.length >= sampleLength) return sample;
      if (isWanted(paragraph)) sample += `${paragraph.text.slice(0, sampleLength)}\n`;
    }
  }
  return sample;
}

const isProse = ({ text }: Paragraph): boolean => text.length >= proseLength;
const isShort = (paragraph: Paragraph): boolean => !isProse(paragraph);

export const detectLanguage = (sample: string): DetectedLanguage => detector()(sample);

/** Number of texts whose result is cached, because versions of a page often begin with the same text. */
const samplesRemembered = 1_000;

/** Its table is read for the first page. */
const detector = once(() => {
  const scores = new LanguageScores();
  return memoise((sample) => detectWith(scores, sample), samplesRemembered, Infinity);
});

function detectWith(scores: LanguageScores, given: string): DetectedLanguage {
  // The detector's table contains letters with composed marks only.
  const sample = normalised(given, "NFC");
  const letters = lettersIn(sample);
  if (letters < fewestLetters) return { language: undetermined, letters, candidates: [] };
  const likeliest = scores.of(sample, mostCandidates);
  if (likeliest.length === 0) {
    const byScript = languageOfScript(sample, letters);
    if (byScript === undefined) return { language: undetermined, letters, candidates: [] };
    return { language: byScript, letters, candidates: [[byScript, 1]] };
  }
  const candidates = likeliest.map(([language, likeness]): Likeness => [language, round(likeness)]);
  return { language: likeliest[0]![0], letters, candidates };
}

const anyLetter = /\p{L}/u;

function lettersIn(text: string): number {
  let letters = 0;
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code >= 128) letters += anyLetter.test(character) ? 1 : 0;
    else if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) letters += 1;
  }
  return letters;
}

const mostCandidates = 8;
const round = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Languages unknown to the detector whose script is used by hardly any other language. */
const scripts: readonly (readonly [language: string, letter: RegExp])[] = [
  ["km", /\p{Script=Khmer}/gu],
  ["my", /\p{Script=Myanmar}/gu],
  ["si", /\p{Script=Sinhala}/gu],
  ["bo", /\p{Script=Tibetan}/gu],
];

function languageOfScript(sample: string, letters: number): string | undefined {
  return scripts.find(([, letter]) => (sample.match(letter)?.length ?? 0) > letters / 2)?.[0];
}
